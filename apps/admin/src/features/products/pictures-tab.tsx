import type { Picture } from '@solvane/contract/catalog'
import { Panel } from '../../parts/panel.tsx'
import grid from './grid.module.css'
import { PictureList } from './picture-list.tsx'
import styles from './prices-tab.module.css'
import { type ProductValues, variantName } from './product-values.ts'
import type { ProductForm } from './use-product-form.ts'

/** Variants that look alike: those of one colour, where there are colours. */
interface Look {
  name: string
  /** Places among the variants. */
  places: number[]
}

function looksOf({ options, variants }: ProductValues): Look[] {
  const color = options.findIndex(({ name }) => name === 'Color')
  const byName = Map.groupBy(
    variants.map((variant, place) => ({
      place,
      name: (color === -1 ? variantName(variant) : variant.values[color]) || 'No colour chosen',
    })),
    ({ name }) => name,
  )
  return [...byName].map(([name, places]) => ({ name, places: places.map(({ place }) => place) }))
}

/** The pictures of the piece and of each of its looks, in their order, with what they show. */
export function PicturesTab({ values, update, countUpload, wrong }: ProductForm) {
  const ofLook = (places: readonly number[], pictures: Picture[]) =>
    update(({ variants }) => ({
      variants: variants.map((variant, place) =>
        places.includes(place) ? { ...variant, pictures } : variant,
      ),
    }))
  return (
    <div className={styles.tab}>
      <Panel title="The piece">
        <p className={grid.hint}>
          The first is its cover, the second is shown when one points at it in a list.
        </p>
        <PictureList
          of="the piece"
          pictures={values.pictures}
          onChange={(pictures) => update({ pictures })}
          onBusy={countUpload}
          wrong={(at) => wrong(`pictures.${at}.src`) ?? wrong(`pictures.${at}.alt`)}
        />
      </Panel>
      {values.options.length > 0 &&
        looksOf(values).map(({ name, places }) => {
          const [first = 0] = places
          return (
            <Panel key={name} title={name}>
              <PictureList
                of={name}
                pictures={values.variants[first]?.pictures ?? []}
                onChange={(pictures) => ofLook(places, pictures)}
                onBusy={countUpload}
                wrong={(at) =>
                  wrong(`variants.${first}.pictures.${at}.src`) ??
                  wrong(`variants.${first}.pictures.${at}.alt`)
                }
              />
            </Panel>
          )
        })}
    </div>
  )
}

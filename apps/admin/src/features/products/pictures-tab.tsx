import type { Picture } from '@solvane/contract/catalog'
import { Panel } from '../../parts/panel.tsx'
import grid from './grid.module.css'
import { PictureList } from './picture-list.tsx'
import styles from './prices-tab.module.css'
import { type ProductValues, variantName } from './product-values.ts'
import type { ProductForm } from './use-product-form.ts'

/** The variants that share pictures: those of one colour, where there are colours. */
interface PictureGroup {
  name: string
  /** Positions among the variants. */
  places: number[]
}

function groupsOf({ options, variants }: ProductValues): PictureGroup[] {
  const color = options.findIndex(({ name }) => name === 'Color')
  const byName = Map.groupBy(
    variants.map((variant, place) => ({
      place,
      name: (color === -1 ? variantName(variant) : variant.values[color]) || '(no colour)',
    })),
    ({ name }) => name,
  )
  return [...byName].map(([name, places]) => ({ name, places: places.map(({ place }) => place) }))
}

/** The pictures of the product and of each group of variants. */
export function PicturesTab({ values, update, countUpload, errorOf }: ProductForm) {
  const updateGroup = (places: readonly number[], pictures: Picture[]) =>
    update(({ variants }) => ({
      variants: variants.map((variant, place) =>
        places.includes(place) ? { ...variant, pictures } : variant,
      ),
    }))
  return (
    <div className={styles.tab}>
      <Panel title="Product">
        <p className={grid.hint}>Lists show the first picture, and the second one on hover.</p>
        <PictureList
          of="the product"
          pictures={values.pictures}
          onChange={(pictures) => update({ pictures })}
          onBusy={countUpload}
          errorOf={(at) => errorOf(`pictures.${at}.src`) ?? errorOf(`pictures.${at}.alt`)}
        />
      </Panel>
      {values.options.length > 0 &&
        groupsOf(values).map(({ name, places }) => {
          const [first = 0] = places
          return (
            <Panel key={name} title={name}>
              <PictureList
                of={name}
                pictures={values.variants[first]?.pictures ?? []}
                onChange={(pictures) => updateGroup(places, pictures)}
                onBusy={countUpload}
                errorOf={(at) =>
                  errorOf(`variants.${first}.pictures.${at}.src`) ??
                  errorOf(`variants.${first}.pictures.${at}.alt`)
                }
              />
            </Panel>
          )
        })}
    </div>
  )
}

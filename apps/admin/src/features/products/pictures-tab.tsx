import type { Picture } from '@solvane/contract/catalog'
import type { StaffProduct } from '@solvane/contract/products.admin'
import { IconButton } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { CloseIcon } from '@solvane/ui/icon'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { useEffect, useState } from 'react'
import { MoveButtons, moved } from '../../parts/ordered-list.tsx'
import { Panel } from '../../parts/panel.tsx'
import { PictureUpload } from '../../parts/picture-upload.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import grid from './grid.module.css'
import pictureListStyles from './picture-list.module.css'
import styles from './prices-tab.module.css'
import { type ProductValues, variantName } from './product-values.ts'
import type { ProductForm } from './use-product-form.ts'

const loadTurns = () => import('./turns-panel.tsx')

interface PictureListProps {
  /** The subject of the pictures, for labels. */
  of: string
  pictures: readonly Picture[]
  onChange: (pictures: Picture[]) => void
  /** Called when an upload starts and when it ends. */
  onBusy: (isBusy: boolean) => void
  /** The error of the picture at a position. */
  errorOf: (at: number) => string | undefined
}

/** Edits pictures: order (by dragging or with buttons), alt texts, removal, upload. */
function PictureList({ of, pictures, onChange, onBusy, errorOf }: PictureListProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  const change = (at: number, alt: string) =>
    onChange(pictures.map((picture, place) => (place === at ? { ...picture, alt } : picture)))
  return (
    <>
      <ol className={pictureListStyles.list} aria-label={`Pictures of ${of}`}>
        {pictures.map((picture, at) => (
          <li
            key={picture.src}
            className={pictureListStyles.item}
            data-dragged={dragged === at || undefined}
            onDragOver={(event) => {
              if (dragged === null) return
              event.preventDefault()
              if (dragged !== at) {
                onChange(moved(pictures, dragged, at))
                setDragged(at)
              }
            }}
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same by keyboard */}
            <span
              className={pictureListStyles.handle}
              draggable
              title="Drag to reorder"
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', picture.src)
                setDragged(at)
              }}
              onDragEnd={() => setDragged(null)}
            >
              <Thumb picture={picture} />
            </span>
            <div className={pictureListStyles.alt}>
              <TextField
                label={`Alt text of picture ${at + 1}`}
                required
                value={picture.alt}
                maxLength={300}
                onChange={({ target }) => change(at, target.value)}
                error={errorOf(at)}
                hint="Describes the picture to people who cannot see it."
              />
            </div>
            <MoveButtons
              of={`picture ${at + 1}`}
              at={at}
              count={pictures.length}
              onMove={(to) => onChange(moved(pictures, at, to))}
            />
            <IconButton
              label={`Remove picture ${at + 1}`}
              onClick={() => onChange(pictures.toSpliced(at, 1))}
            >
              <CloseIcon size={16} />
            </IconButton>
          </li>
        ))}
      </ol>
      <PictureUpload
        of={of}
        onBusy={onBusy}
        onUploaded={(added) =>
          onChange([
            ...pictures,
            ...added.filter(({ src }) => pictures.every((one) => one.src !== src)),
          ])
        }
      />
    </>
  )
}

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

interface PicturesTabProps extends ProductForm {
  /** Null for a new product, which has no 360° view yet. */
  product: StaffProduct | null
}

/** The pictures of the product and of each group of variants, and its 360° views. */
export function PicturesTab({ product, values, update, countUpload, errorOf }: PicturesTabProps) {
  const turns = useOnDemand(loadTurns)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
  useEffect(() => void turns.demand(), [])
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
      {product && turns.part && <turns.part.TurnsPanel product={product} onBusy={countUpload} />}
    </div>
  )
}

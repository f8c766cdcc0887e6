import type { Picture } from '@solvane/contract/catalog'
import { pictureManifest, toPicture } from '../picture-manifest.ts'
import { colors, type DemoProduct } from './demo-data.ts'

/** The order views are shown in: the one that shows the product best comes first. */
const views = ['hero', 'angle', 'front', 'inside', 'side', 'top', 'back', 'strap', 'macro']

/** The manifest lists a product without metal under this one. */
const noMetal = 'pale-gold'

const colorNames = new Map(colors.map(({ key, name }) => [key, name]))

/** The pictures of a 360° view, all around a product: `turn-00`, `turn-01` … */
const turnView = /^turn-\d\d$/

/** Fewer would not be a turn. */
const fewestFrames = 12

type Pictured = Pick<DemoProduct, 'identifier' | 'metal'>

const entriesOf = ({ identifier, metal = noMetal }: Pictured, colorKey: string) =>
  pictureManifest.filter(
    ({ products, colour, hardware }) =>
      products.includes(identifier) && colour === colorKey && hardware === metal,
  )

/** Pictures all around a product in a colour, in order; none if there are too few, or one is missing. */
export function turnOf(product: Pictured, colorKey: string): Picture[] {
  const frames = entriesOf(product, colorKey)
    .filter(({ view }) => turnView.test(view))
    .toSorted((a, b) => a.view.localeCompare(b.view))
  const isWhole = frames.every(({ view }, at) => view === `turn-${String(at).padStart(2, '0')}`)
  return isWhole && frames.length >= fewestFrames ? frames.map(toPicture) : []
}

/** Pictures of a product in a colour, best view first. Throws when there is none. */
export function picturesOf(product: Pictured & { name: string }, colorKey: string): Picture[] {
  const { identifier, name } = product
  const entries = entriesOf(product, colorKey).filter(({ view }) => !turnView.test(view))
  if (entries.length === 0) throw new Error(`No picture of ${identifier} in ${colorKey}`)
  return entries
    .toSorted((a, b) => views.indexOf(a.view) - views.indexOf(b.view))
    .map((entry) => ({
      ...toPicture(entry),
      alt: `${name} in ${colorNames.get(colorKey) ?? colorKey}: ${entry.alt}`,
    }))
}

/** The picture that stands for a product: the best view of it in its first colour. */
export function coverOf(product: DemoProduct): Picture {
  const [colorKey] = product.colorKeys
  const [cover] = colorKey ? picturesOf(product, colorKey) : []
  if (!cover) throw new Error(`${product.identifier} has no colour`)
  return cover
}

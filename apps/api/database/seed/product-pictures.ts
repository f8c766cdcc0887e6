import type { Picture } from '@solvane/contract/catalog'
import { pictureManifest, toPicture } from '../picture-manifest.ts'
import { colors, type DemoProduct } from './demo-data.ts'

/** The order views are shown in: the one that shows the product best comes first. */
const views = ['hero', 'angle', 'front', 'side', 'top', 'back', 'macro']

/** The manifest lists a product without metal under this one. */
const noMetal = 'pale-gold'

const colorNames = new Map(colors.map(({ key, name }) => [key, name]))

/** Pictures of a product in a colour, best view first. Throws when there is none. */
export function picturesOf(
  { identifier, name, metal = noMetal }: Pick<DemoProduct, 'identifier' | 'name' | 'metal'>,
  colorKey: string,
): Picture[] {
  const entries = pictureManifest.filter(
    ({ products, colour, hardware }) =>
      products.includes(identifier) && colour === colorKey && hardware === metal,
  )
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

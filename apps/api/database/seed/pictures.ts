import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Picture } from '@solvane/contract/catalog'
import { colorsByKey } from './house/palette.ts'
import type { ColorKey, HouseProduct } from './house/types.ts'

const picturesFolder = new URL('../../../../assets/pictures/', import.meta.url)
const manifestFile = new URL('manifest.json', picturesFolder)

interface ManifestEntry {
  file: string
  /** Empty for pictures that show no one piece: the banner. */
  form: string
  hardware: string
  colour: string
  view: string
  /** Identifiers of the products whose own form, material and proportions it shows. */
  products: string[]
  width: number
  height: number
  dominant: string
  alt: string
}

const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as ManifestEntry[]

/** The order views are shown in: the one that shows the piece best comes first. */
const views = ['hero', 'angle', 'front', 'side', 'top', 'macro']

/** A piece without metal is listed under the metal it would be shot with. */
const noMetal = 'pale-gold'

type Pictured = Pick<HouseProduct, 'identifier' | 'name' | 'hardware'>

/**
 * Pictures of a piece in a colour, best view first: of its own form, leather, proportions and metal.
 * Throws when none was taken.
 */
export function picturesOf(product: Pictured, color: ColorKey): Picture[] {
  const metal = product.hardware ?? noMetal
  const entries = manifest.filter(
    ({ products, colour, hardware }) =>
      products.includes(product.identifier) && colour === color && hardware === metal,
  )
  if (entries.length === 0) throw new Error(`No picture of ${product.identifier} in ${color}`)
  const colorName = colorsByKey.get(color)?.name ?? color
  return entries
    .toSorted((a, b) => views.indexOf(a.view) - views.indexOf(b.view))
    .map((entry) => ({ ...toPicture(entry), alt: `${product.name} in ${colorName}: ${entry.alt}` }))
}

/** The picture that stands for a piece: the best view of it in its first colour. */
export function coverOf(product: HouseProduct): Picture {
  const [color] = product.colors
  const [cover] = color ? picturesOf(product, color) : []
  if (!cover) throw new Error(`${product.identifier} has no colour`)
  return cover
}

/** The picture of the house by this name, as in `editorial/odyssey-wide`. Throws when it was not taken. */
export function pictureNamed(name: string): Picture {
  const entry = manifest.find(({ file }) => file === `${name}.webp`)
  if (!entry) throw new Error(`No picture named ${name}`)
  return toPicture(entry)
}

const addresses = new Map<string, string>()

/** The address of a picture, with a hash of its bytes so that it may be cached for ever. */
function addressOf(file: string): string {
  const known = addresses.get(file)
  if (known) return known
  const hash = createHash('sha1')
    .update(readFileSync(new URL(file, picturesFolder)))
    .digest('hex')
  const address = `/media/${file.replace(/\.webp$/, `.${hash.slice(0, 8)}.webp`)}`
  addresses.set(file, address)
  return address
}

/** The backdrop of every picture of a piece, and the colour of the page. */
const paper = '#f5f2ec'

function toPicture({ file, form, alt, width, height, dominant }: ManifestEntry): Picture {
  return { src: addressOf(file), alt, width, height, color: form ? paper : dominant }
}

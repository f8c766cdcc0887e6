import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Picture } from '@solvane/contract/catalog'

const picturesFolder = new URL('../../../assets/pictures/', import.meta.url)
const manifestFile = new URL('manifest.json', picturesFolder)

interface ManifestEntry {
  file: string
  /** The product type; empty for pictures that show no single product, such as the banner. */
  form: string
  hardware: string
  colour: string
  view: string
  /** Identifiers of the products whose form, material and proportions it shows. */
  products: string[]
  width: number
  height: number
  dominant: string
  alt: string
}

/** Every picture in the repository's `assets`, with what it shows. */
export const pictureManifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as ManifestEntry[]

/** The picture of this name, as in `editorial/odyssey-wide`. Throws when there is none. */
export function pictureNamed(name: string): Picture {
  const entry = pictureManifest.find(({ file }) => file === `${name}.webp`)
  if (!entry) throw new Error(`No picture named ${name}`)
  return toPicture(entry)
}

const addresses = new Map<string, string>()

/** The address of a picture. It contains a hash of the bytes, so that browsers may cache it for ever. */
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

/** The backdrop of every product picture, and the colour of the page. */
const paper = '#f5f2ec'

/** A picture of the manifest as the shop stores it. */
export function toPicture({ file, form, alt, width, height, dominant }: ManifestEntry): Picture {
  return { src: addressOf(file), alt, width, height, color: form ? paper : dominant }
}

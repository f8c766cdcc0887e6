import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Picture } from '@solvane/contract/catalog'
import { colorsByKey } from './house/palette.ts'
import type { ColorKey, Form, HouseProduct } from './house/types.ts'

const picturesFolder = new URL('../../../../assets/pictures/', import.meta.url)
const manifestFile = new URL('manifest.json', picturesFolder)

interface ManifestEntry {
  file: string
  form: string
  material: string
  hardware: string | null
  colour: string
  view: string
  width: number
  height: number
  dominant: string
  alt: string
}

const manifest: ManifestEntry[] = existsSync(manifestFile)
  ? (JSON.parse(readFileSync(manifestFile, 'utf8')) as ManifestEntry[])
  : []

/** The order views are shown in: the one that shows the piece best comes first. */
const views = ['hero', 'flat', 'angle', 'front', 'macro']

type Pictured = Pick<HouseProduct, 'name' | 'form' | 'material' | 'hardware'>

/** Pictures of a piece in a colour, best view first; a drawing of its form when none was taken. */
export function picturesOf(
  { name, form, material, hardware }: Pictured,
  color: ColorKey,
): Picture[] {
  const ofForm = manifest.filter((entry) => entry.form === form && entry.colour === color)
  const likeness = (entry: ManifestEntry) =>
    2 * Number(entry.material === material) + Number(entry.hardware === (hardware ?? null))
  const [nearest] = ofForm.toSorted((a, b) => likeness(b) - likeness(a))
  if (!nearest) return [drawing(form, `${name}, a drawing`)]
  const colorName = colorsByKey.get(color)?.name ?? color
  // One piece in all its views: never two metals, or two leathers, side by side.
  return ofForm
    .filter((entry) => entry.material === nearest.material && entry.hardware === nearest.hardware)
    .toSorted((a, b) => views.indexOf(a.view) - views.indexOf(b.view))
    .map((entry) => ({ ...toPicture(entry), alt: `${name} in ${colorName}: ${entry.alt}` }))
}

/** The picture that stands for a form: of a category, a tile. */
export function pictureOfForm(form: Form, alt: string): Picture {
  const entry = manifest.find((candidate) => candidate.form === form && candidate.view === 'hero')
  return entry ? { ...toPicture(entry), alt } : drawing(form, alt)
}

const findNamed = (name: string) => manifest.find(({ file }) => file === `${name}.webp`)

/** Whether a picture of the house by this name was taken. */
export function hasPicture(name: string): boolean {
  return findNamed(name) !== undefined
}

/** A picture of the house that shows no one piece, by its name; a drawing when there is none. */
export function pictureNamed(
  name: string,
  alt: string,
  size = { width: 1200, height: 1500 },
): Picture {
  const entry = findNamed(name)
  return entry ? { ...toPicture(entry), alt } : { ...drawing(name, alt), ...size }
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

function drawing(name: string, alt: string): Picture {
  return {
    src: `/media/placeholders/${name}.svg`,
    alt,
    width: 1200,
    height: 1500,
    color: paper,
  }
}

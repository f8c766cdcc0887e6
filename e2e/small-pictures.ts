import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  assetsFolder,
  pictureHash,
  servedWidths,
} from '../apps/api/src/features/media/picture-addresses.ts'
import { repositoryFolder } from '../scripts/repository.mjs'

/** The resized pictures of all shops of the tests. */
export const picturesFolder = join(repositoryFolder, '.cache', 'e2e-pictures')

/**
 * Gives the shops one small picture as each resized picture of the demo store: making the thousands
 * that the tests' pages ask for takes minutes. Originals, uploads and link previews stay as they are.
 */
export async function prepareSmallPictures(): Promise<void> {
  rmSync(picturesFolder, { recursive: true, force: true })
  mkdirSync(picturesFolder, { recursive: true })
  const small = join(picturesFolder, 'small.avif')
  // By path: in a global setup the test runner resolves no module names.
  const sharp: typeof import('sharp').default = createRequire(import.meta.url)('sharp')
  const shape = { width: 8, height: 10, channels: 3, background: '#b9a58c' } as const
  writeFileSync(small, await sharp({ create: shape }).avif().toBuffer())
  const masters = join(assetsFolder, 'pictures')
  for (const file of readdirSync(masters, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.webp')) continue
    const name = file.slice(0, -'.webp'.length).replaceAll('/', '_')
    const hash = pictureHash(readFileSync(join(masters, file)))
    for (const width of servedWidths)
      linkSync(small, join(picturesFolder, `${name}.${hash}-${width}.avif`))
  }
}

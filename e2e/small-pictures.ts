import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  assetsFolder,
  pictureHash,
  resizedFileName,
  servedWidths,
} from '../apps/api/src/features/media/picture-addresses.ts'
import { repositoryFolder } from '../scripts/repository.mjs'

/** The resized pictures of all shops of the tests. */
export const picturesFolder = join(repositoryFolder, '.cache', 'e2e-pictures')

/**
 * Provides one small picture in place of each resized picture of the demo store: making the
 * thousands that the tests' pages request takes minutes. Originals, uploads and link previews stay
 * as they are.
 */
export function prepareSmallPictures(): void {
  rmSync(picturesFolder, { recursive: true, force: true })
  mkdirSync(picturesFolder, { recursive: true })
  const small = join(picturesFolder, 'small.avif')
  copyFileSync(new URL('small.avif', import.meta.url), small)
  const masters = join(assetsFolder, 'pictures')
  for (const file of readdirSync(masters, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.webp')) continue
    const master = file.slice(0, -'.webp'.length)
    const hash = pictureHash(readFileSync(join(masters, file)))
    for (const width of servedWidths)
      linkSync(
        small,
        join(picturesFolder, resizedFileName({ master, hash, width, format: 'avif' })),
      )
  }
}

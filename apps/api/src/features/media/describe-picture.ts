import type { Picture } from '@solvane/contract/catalog'
import type { Sharp } from 'sharp'
import type { AppContext } from '../../context.ts'
import { pictureFile, pictureHash, readMaster } from './picture-addresses.ts'

/** The colour that stands for a picture while it loads, `#rrggbb`. */
export async function dominantColor(picture: Sharp): Promise<string> {
  const { dominant } = await picture.stats()
  const hex = ({ r, g, b }: typeof dominant) =>
    [r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')
  return `#${hex(dominant)}`
}

/** What a picture that the shop serves under `src` is; undefined when it serves none there. */
export async function describePicture(
  ctx: Pick<AppContext, 'storage'>,
  src: string,
): Promise<Omit<Picture, 'alt'> | undefined> {
  const wanted = src.startsWith('/media/') ? pictureFile(src.slice('/media/'.length)) : undefined
  if (!wanted || wanted.width !== null) return undefined
  const bytes = await readMaster(ctx, wanted.master)
  if (!bytes || pictureHash(bytes) !== wanted.hash) return undefined
  const sharp = await loadSharp()
  const { width, height } = await sharp(bytes).metadata()
  return { src, width, height, color: await dominantColor(sharp(bytes)) }
}

/** Loads sharp on first use: most pictures shown were resized long ago. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Pictures are read once and kept on disk: a cache in memory would only grow the process.
  sharp.cache(false)
  // Encoding gets one core; the other answers callers.
  sharp.concurrency(1)
  return sharp
}

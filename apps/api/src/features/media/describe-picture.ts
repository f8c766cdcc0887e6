import type { Picture } from '@solvane/contract/catalog'
import type { Sharp } from 'sharp'
import type { AppContext } from '../../context.ts'
import { pictureHash, readMaster } from './picture-addresses.ts'
import { pictureFile } from './picture-file.ts'
import { loadSharp } from './sharp-on-demand.ts'

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

import pLimit from 'p-limit'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { dominantColor, loadSharp } from '../media/picture-addresses.ts'

/** A picture as the shop keeps it: WebP, upright, without anything but its pixels. */
export interface TakenPicture {
  bytes: Buffer
  width: number
  height: number
  /** `#rrggbb`. */
  color: string
}

/** What is taken, by its first bytes, with sharp's name for it. */
const taken: Record<string, string> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'heif',
}

/** Pixels of a picture that is decoded: a few kilobytes can claim to be far more. */
const mostPixels = 50_000_000

/** Pixels of the longer edge that are kept: as much as the widest screen of the shop shows. */
const longestEdge = 2_000

/** Where a picture is transparent, the shop's page shows through. */
const paper = '#f5f2ec'

/** Pixels of a picture that is soon made: what telephones take. */
const ordinaryPixels = 13_000_000

/** One after the other: a large one takes a core and much memory; ordinary ones do not wait for those. */
const inTurn = { ordinary: pLimit(1), large: pLimit(1) }

/**
 * How many pixels a picture that was sent says that it has; decodes none of them. Throws `UPLOAD_REFUSED`
 * on what is not a JPEG, PNG, WebP or AVIF, or too large.
 */
export async function measurePicture(sent: Buffer): Promise<number> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(sent)
  const format = type && taken[type.mime]
  if (!format) throw new ShopError('UPLOAD_REFUSED')
  return pixelsOf(sent, format).catch(refuse)
}

/**
 * Makes the shop's own picture of what was sent and has so many pixels; of one that moves, its first frame.
 * Nothing of the file itself is kept. Throws `UPLOAD_REFUSED` on what is not whole.
 */
export async function takePicture(sent: Buffer, pixels: number): Promise<TakenPicture> {
  const lane = pixels > ordinaryPixels ? inTurn.large : inTurn.ordinary
  return lane(() => encode(sent).catch(refuse))
}

async function pixelsOf(sent: Buffer, format: string): Promise<number> {
  const sharp = await loadSharp()
  const metadata = await sharp(sent, { limitInputPixels: mostPixels }).metadata()
  if (metadata.format !== format) throw new ShopError('UPLOAD_REFUSED')
  return metadata.width * metadata.height
}

async function encode(sent: Buffer): Promise<TakenPicture> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(sent, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: longestEdge, height: longestEdge, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: paper })
    .toColourspace('srgb')
    .webp({ quality: 90, effort: 4, smartSubsample: true })
    .toBuffer({ resolveWithObject: true })
  return {
    bytes: data,
    width: info.width,
    height: info.height,
    color: await dominantColor(sharp(data)),
  }
}

/** A picture that cannot be decoded is the sender's mistake. */
function refuse(): never {
  throw new ShopError('UPLOAD_REFUSED')
}

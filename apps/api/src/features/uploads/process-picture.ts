import pLimit from 'p-limit'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { dominantColor, loadSharp } from '../media/picture-addresses.ts'

/** A picture as the shop stores it: WebP, upright, without metadata. */
export interface TakenPicture {
  bytes: Buffer
  width: number
  height: number
  /** `#rrggbb`. */
  color: string
}

/** The accepted formats, by their first bytes, with sharp's names. */
const taken: Record<string, string> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'heif',
}

/** The most pixels that are decoded: a few kilobytes can claim to be far more. */
const mostPixels = 50_000_000

/** The stored length of the longer edge in pixels, enough for the widest screen of the shop. */
const longestEdge = 2_000

/** The shop's page background, behind transparent pixels. */
const paper = '#f5f2ec'

/** The most pixels of an ordinary picture, such as a phone's. */
const ordinaryPixels = 13_000_000

/**
 * One at a time: a large picture needs a core and much memory, and ordinary ones do not wait for
 * it.
 */
const inTurn = { ordinary: pLimit(1), large: pLimit(1) }

/**
 * Reads the number of pixels that a picture claims to have, without decoding it. Throws
 * `UPLOAD_REFUSED` if it is no JPEG, PNG, WebP or AVIF, or too large.
 */
export async function measurePicture(sent: Buffer): Promise<number> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(sent)
  const format = type && taken[type.mime]
  if (!format) throw new ShopError('UPLOAD_REFUSED')
  return pixelsOf(sent, format).catch(reject)
}

/**
 * Converts an uploaded picture, of an animation the first frame. Nothing of the original file is
 * stored. Throws `UPLOAD_REFUSED` if it is incomplete.
 */
export async function takePicture(sent: Buffer, pixels: number): Promise<TakenPicture> {
  const lane = pixels > ordinaryPixels ? inTurn.large : inTurn.ordinary
  return lane(() => encode(sent).catch(reject))
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

/** A picture that cannot be decoded is the sender's error. */
function reject(): never {
  throw new ShopError('UPLOAD_REFUSED')
}

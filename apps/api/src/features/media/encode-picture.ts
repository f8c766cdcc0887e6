import type { PictureFile } from './picture-addresses.ts'
import { loadSharp } from './picture-addresses.ts'

/** The format and the width of a picture as it is served. */
export type PictureShape = Pick<PictureFile, 'format'> & { width: number }

/** Cards and lists show pictures up to this width, product pages the wider ones. */
const widestOfLists = 800

/** The most bytes of a served picture: woven and knitted cloth would take several times as many. */
export const mostBytes = (width: number) => (width <= widestOfLists ? 60_000 : 180_000)

const qualities = { avif: 58, webp: 82 }
const lowestQuality = 26
const qualityStep = 8

/**
 * Resizes a picture and encodes it. The quality is lowered until `mostBytes` holds: on the finest
 * textures less of it is seen. Effort 3 is a quarter of the time of AVIF's default for a tenth more
 * bytes.
 */
export async function encodePicture(
  master: Uint8Array,
  { width, format }: PictureShape,
): Promise<Buffer> {
  const sharp = await loadSharp()
  const resized = sharp(master).resize({ width, withoutEnlargement: true })
  for (let quality = qualities[format]; ; quality -= qualityStep) {
    const encoded =
      format === 'avif'
        ? resized.clone().avif({ quality, effort: 3 })
        : resized.clone().webp({ quality, effort: 3, smartSubsample: true })
    const bytes = await encoded.toBuffer()
    if (bytes.length <= mostBytes(width) || quality - qualityStep < lowestQuality) return bytes
  }
}

import type { PictureFile } from './picture-addresses.ts'
import { linkPreview, loadSharp } from './picture-addresses.ts'

/** The format and the width of a picture as it is served. */
export type PictureShape = Pick<PictureFile, 'format'> & { width: number }

/** Cards and lists show pictures up to this width, product pages up to the next, scenes the wider ones. */
const widestOfLists = 800
const widestOfProducts = 1600

/** The most bytes of a served picture: woven and knitted cloth would take several times as many. */
export function mostBytes(width: number): number {
  if (width <= widestOfLists) return 60_000
  return width <= widestOfProducts ? 180_000 : 300_000
}

const qualities = { avif: 58, webp: 82, jpeg: 86 }
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
  if (format === 'jpeg') return encodeLinkPreview(master)
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

/** The format between two steps. */
const lossless = { compressionLevel: 1 }

/** The least ground between the product and the edge of a link preview, in pixels. */
const previewMargin = 45

/** The most that two corners of a product's ground differ in one channel of 255: its light may fall off. */
const evenGround = 24

/**
 * The picture for a link preview. A scene fills it. A product stands in the middle as large as it can, on its
 * own ground, which is the same in all corners.
 */
async function encodeLinkPreview(master: Uint8Array): Promise<Buffer> {
  const sharp = await loadSharp()
  const { width, height } = linkPreview
  const picture = sharp(master)
  const original = await picture.metadata()
  const cornerAt = async (left: number, top: number) => {
    const corner = picture.clone().extract({ left, top, width: 16, height: 16 })
    const [r = 0, g = 0, b = 0] = await corner.resize(1, 1).removeAlpha().raw().toBuffer()
    return { r, g, b }
  }
  const background = await cornerAt(0, 0)
  const { r, g, b } = await cornerAt(original.width - 16, original.height - 16)
  const differences = [r - background.r, g - background.g, b - background.b]
  const isScene =
    original.width > original.height || differences.some((part) => Math.abs(part) > evenGround)
  if (isScene)
    return picture
      .resize({ width, height, fit: 'cover', position: sharp.strategy.attention })
      .jpeg({ quality: qualities.jpeg })
      .toBuffer()
  const trimmed = await picture
    .clone()
    .flatten({ background })
    // A lower threshold would keep specks of the ground far below the product, a higher one cut
    // where the shadow can still be seen.
    .trim({ background, threshold: 7 })
    .png(lossless)
    .toBuffer()
  const product = await sharp(trimmed)
    .resize({
      width: width - 2 * previewMargin,
      height: height - 2 * previewMargin,
      fit: 'contain',
      background,
    })
    .png(lossless)
    .toBuffer()
  return sharp(product)
    .extend({
      top: previewMargin,
      bottom: previewMargin,
      left: previewMargin,
      right: previewMargin,
      background,
    })
    .jpeg({ quality: qualities.jpeg })
    .toBuffer()
}

import type { Endpoints } from '@solvane/contract/endpoints'

/** One picture of the catalogue, as the API returns it. */
export type CatalogPicture = NonNullable<
  Endpoints['getCategory']['response']['_zod']['output']['data']['picture']
>

/** Widths in pixels in which the derivatives of a picture exist. */
const widths = [160, 320, 400, 480, 640, 800, 1000, 1200, 1600, 2400, 3200]

/** The URL of a file: full URLs are kept, paths are prefixed with the assets base. */
export function assetUrl(path: string, assetsBaseUrl: string): string {
  if (/^(https?:)?\/\//.test(path)) return path
  const base = assetsBaseUrl.replace(/\/$/, '')
  return `${base}${path.startsWith('/') ? '' : '/'}${path}`
}

/** The URLs from which the browser chooses. */
export interface PictureUrls {
  /** WebP, for browsers without AVIF; of drawings and external pictures the only one. */
  src: string
  /** AVIF in every width up to the picture's own. */
  srcSet?: string
}

/** The width of the picture for browsers without AVIF: enough for a phone. */
const plainWidth = 800

/** The path of a photograph of the shop without its extension; undefined for all others. */
const pathOf = ({ src }: CatalogPicture) => /^(\/media\/.+)\.webp$/.exec(src)?.[1]

/** The URLs of `picture`. Drawings and external pictures have no derivatives. */
export function pictureUrls(picture: CatalogPicture, assetsBaseUrl: string): PictureUrls {
  const path = pathOf(picture)
  const offered = widths.filter((width) => width <= picture.width)
  if (!path || offered.length === 0) return { src: assetUrl(picture.src, assetsBaseUrl) }
  const master = assetUrl(path, assetsBaseUrl)
  const plain = offered.findLast((width) => width <= plainWidth) ?? offered[0]
  return {
    src: `${master}-${plain}.webp`,
    srcSet: offered.map((width) => `${master}-${width}.avif ${width}w`).join(', '),
  }
}

/**
 * The URL of `picture` for link previews: of a photograph of the shop a JPEG of 1200 × 630 pixels. Null for
 * drawings, which link previews do not support.
 */
export function linkPreviewUrl({ src }: CatalogPicture, assetsBaseUrl: string): string | null {
  if (src.endsWith('.svg')) return null
  return assetUrl(src.replace(/^(\/media\/.+)\.webp$/, '$1-1200.jpeg'), assetsBaseUrl)
}

/** The URL of a derivative of `picture` at least `width` pixels wide, if there is one. */
export function pictureUrlAt(
  picture: CatalogPicture,
  width: number,
  assetsBaseUrl: string,
): string {
  const master = pathOf(picture)
  const offered = widths.filter((offeredWidth) => offeredWidth <= picture.width)
  const chosen = offered.find((offeredWidth) => offeredWidth >= width) ?? offered.at(-1)
  if (!master || !chosen) return assetUrl(picture.src, assetsBaseUrl)
  return assetUrl(`${master}-${chosen}.webp`, assetsBaseUrl)
}

import type { Endpoints } from '@solvane/contract/endpoints'

/** One picture of the catalogue, as the API returns it. */
export type CatalogPicture = NonNullable<
  Endpoints['getCategory']['response']['_zod']['output']['data']['picture']
>

/** Widths in pixels in which the derivatives of a picture exist. */
const widths = [160, 320, 480, 640, 800, 1200, 1600]

/** The URL of a file: full URLs are kept, paths are prefixed with the assets base. */
export function assetUrl(path: string, assetsBaseUrl: string): string {
  if (/^(https?:)?\/\//.test(path)) return path
  const base = assetsBaseUrl.replace(/\/$/, '')
  return `${base}${path.startsWith('/') ? '' : '/'}${path}`
}

/** The URLs from which the browser chooses. */
export interface PictureUrls {
  src: string
  sources: { type: string; srcSet: string }[]
}

/**
 * The URLs of `picture`: AVIF and WebP in every width up to its own. Drawings and external pictures
 * have no derivatives.
 */
export function pictureUrls(picture: CatalogPicture, assetsBaseUrl: string): PictureUrls {
  const master = /^(\/media\/.+)\.webp$/.exec(picture.src)?.[1]
  const src = assetUrl(picture.src, assetsBaseUrl)
  if (!master) return { src, sources: [] }
  const offered = widths.filter((width) => width <= picture.width)
  if (offered.length === 0) return { src, sources: [] }
  const srcSet = (format: string) =>
    offered
      .map((width) => `${assetUrl(`${master}-${width}.${format}`, assetsBaseUrl)} ${width}w`)
      .join(', ')
  const middle = offered.findLast((width) => width <= 800) ?? offered[0]
  return {
    src: assetUrl(`${master}-${middle}.webp`, assetsBaseUrl),
    sources: [
      { type: 'image/avif', srcSet: srcSet('avif') },
      { type: 'image/webp', srcSet: srcSet('webp') },
    ],
  }
}

/** The URL of a derivative of `picture` at least `width` pixels wide, if there is one. */
export function pictureUrlAt(
  picture: CatalogPicture,
  width: number,
  assetsBaseUrl: string,
): string {
  const master = /^(\/media\/.+)\.webp$/.exec(picture.src)?.[1]
  const offered = widths.filter((offeredWidth) => offeredWidth <= picture.width)
  const chosen = offered.find((offeredWidth) => offeredWidth >= width) ?? offered.at(-1)
  if (!master || !chosen) return assetUrl(picture.src, assetsBaseUrl)
  return assetUrl(`${master}-${chosen}.webp`, assetsBaseUrl)
}

import { type CatalogPicture, type PictureUrls, pictureUrls } from '@solvane/client/image-urls'
import { Picture, type PictureSource } from '@solvane/ui/picture'
import { useAssetsBaseUrl } from './api/layout-data.ts'

interface ShopPictureProps {
  picture: CatalogPicture
  /** Width on the page, as in the attribute of the same name. */
  sizes: string
  /** Another crop, for narrow and upright screens. */
  portrait?: CatalogPicture | null
  /** The text for those who do not see it, where the picture's own does not fit. */
  alt?: string
  isPriority?: boolean
  isEager?: boolean
  /** URL of a small copy that is loaded already, shown until this one has loaded. */
  ground?: string
  fit?: 'natural' | 'cover'
  className?: string
}

/** Screens that are better filled by an upright crop. */
const upright = '(width < 768px), (orientation: portrait)'

function avifSource({ srcSet }: PictureUrls): PictureSource[] {
  return srcSet ? [{ type: 'image/avif', srcSet }] : []
}

/** A picture of the catalogue in the formats and widths that exist of it. */
export function ShopPicture({ picture, portrait, alt, ...rest }: ShopPictureProps) {
  const assetsBaseUrl = useAssetsBaseUrl()
  const landscape = pictureUrls(picture, assetsBaseUrl)
  const sources = avifSource(landscape)
  if (portrait) {
    const narrow = pictureUrls(portrait, assetsBaseUrl)
    const { width, height } = portrait
    const crop = { media: upright, width, height }
    const crops = [...avifSource(narrow), { srcSet: narrow.src }]
    sources.unshift(...crops.map((source) => ({ ...source, ...crop })))
  }
  return (
    <Picture
      src={landscape.src}
      sources={sources}
      alt={alt ?? picture.alt}
      width={picture.width}
      height={picture.height}
      color={picture.color}
      {...rest}
    />
  )
}

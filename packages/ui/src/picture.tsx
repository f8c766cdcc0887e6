import { clsx } from 'clsx'
import styles from './picture.module.css'

/** One `<source>`: a format, or another crop for other widths. */
export interface PictureSource {
  srcSet: string
  /** For example `image/avif`. */
  type?: string
  /** For example `(width < 768px)`, with the crop's own size in pixels beside it. */
  media?: string
  width?: number
  height?: number
  sizes?: string
}

/** `--color-paper`: the ground of product pictures, for which the frame needs no shape. */
export const paper = '#f5f2ec'

interface PictureProps {
  /** The URL for browsers that support none of the sources. */
  src: string
  alt: string
  /** Size of the original in pixels, which reserves the place while it loads. */
  width: number
  height: number
  /** The dominant color, shown until the picture has loaded. */
  color?: string
  /** URL of a small copy that is loaded already, shown until the picture has loaded. */
  ground?: string
  /** Width on the page, as in the attribute of the same name. */
  sizes?: string
  srcSet?: string
  /** Best format first. */
  sources?: readonly PictureSource[]
  /**
   * The largest picture of the first screen: loads at once, before the others, without fading in.
   */
  isPriority?: boolean
  /** In the first screen, but not its largest: loads without waiting until it is scrolled to. */
  isEager?: boolean
  /** `cover` fills a frame whose shape the caller sets by `className`. */
  fit?: 'natural' | 'cover'
  className?: string
}

/* The picture is visible in the HTML, and hidden here, for a fade-in, only if a script runs before
    it has loaded: without scripts it never waits. One that cannot be loaded stays hidden: its color
    looks better than the browser's icon for it. */
function fadeInWhenLoaded(image: HTMLImageElement | null) {
  if (!image || image.complete) return
  image.dataset.loading = ''
  image.addEventListener('load', () => delete image.dataset.loading, { once: true })
}

/** A responsive picture over its dominant color; lazy unless it is the page's largest. */
export function Picture({
  src,
  alt,
  width,
  height,
  color,
  ground,
  sizes,
  srcSet,
  sources = [],
  isPriority = false,
  isEager = isPriority,
  fit = 'natural',
  className,
}: PictureProps) {
  return (
    <span
      className={clsx(
        styles.frame,
        color === paper && styles.onPaper,
        fit === 'cover' && styles.cover,
        className,
      )}
    >
      {ground && <img className={styles.ground} src={ground} alt="" />}
      {color && color !== paper && !ground && (
        // A shape instead of a style attribute, which the content security policy forbids.
        <svg className={styles.placeholder} aria-hidden="true">
          <rect width="100%" height="100%" fill={color} />
        </svg>
      )}
      <picture className={styles.picture}>
        {sources.map((source) => (
          <source key={`${source.media}${source.type}`} sizes={sizes} {...source} />
        ))}
        <img
          ref={isPriority ? undefined : fadeInWhenLoaded}
          className={styles.image}
          src={src}
          srcSet={srcSet}
          sizes={srcSet && sizes}
          alt={alt}
          width={width}
          height={height}
          loading={isEager ? 'eager' : 'lazy'}
          fetchPriority={isPriority ? 'high' : undefined}
          decoding={isPriority ? undefined : 'async'}
        />
      </picture>
    </span>
  )
}

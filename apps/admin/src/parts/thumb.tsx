import { type CatalogPicture, pictureUrlAt } from '@solvane/client/image-urls'
import styles from './thumb.module.css'
import { useAssetsBase } from './use-assets-base.ts'

/** Twice the displayed width, in pixels. */
const width = 120

/** A small product picture; the text beside it names the product. */
export function Thumb({ picture }: { picture: CatalogPicture }) {
  const assetsBase = useAssetsBase()
  if (assetsBase === undefined) return <span className={styles.thumb} />
  return (
    <img
      className={styles.thumb}
      src={pictureUrlAt(picture, width, assetsBase)}
      alt=""
      width={48}
      height={60}
      loading="lazy"
    />
  )
}

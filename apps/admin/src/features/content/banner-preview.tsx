import { type CatalogPicture, pictureUrlAt } from '@solvane/client/image-urls'
import { useAssetsBase } from '../../parts/use-assets-base.ts'
import styles from './banner-preview.module.css'
import type { Slide } from './home-values.ts'

/** A preview of a slide on a wide screen and on a phone. */
export function BannerPreview({ slide, label }: { slide: Slide; label: string }) {
  return (
    <figure className={styles.preview} aria-label={`Preview of ${label}`}>
      <div className={styles.wide}>
        <Scene picture={slide.picture} width={1200} />
        <Caption slide={slide} />
      </div>
      <div className={styles.phone}>
        <Scene picture={slide.portrait ?? slide.picture} width={480} />
        <Caption slide={slide} />
      </div>
    </figure>
  )
}

function Scene({ picture, width }: { picture: CatalogPicture | null; width: number }) {
  const assetsBase = useAssetsBase()
  if (!picture || assetsBase === undefined) return <span className={styles.empty} />
  return <img className={styles.scene} src={pictureUrlAt(picture, width, assetsBase)} alt="" />
}

function Caption({ slide: { overline, title, ctas } }: { slide: Slide }) {
  return (
    <div className={styles.plate}>
      <p className={styles.overline}>{overline}</p>
      <p className={styles.title}>{title || 'Title'}</p>
      <span className={styles.button}>{ctas || 'Button'}</span>
    </div>
  )
}

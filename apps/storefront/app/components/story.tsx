import type { EndpointOutput } from '@solvane/client/api'
import { buttonClass } from '@solvane/ui/button'
import { clsx } from 'clsx'
import { Link } from '../lib/link.tsx'
import { ShopPicture } from '../lib/shop-picture.tsx'
import styles from './story.module.css'

interface StoryProps {
  story: NonNullable<EndpointOutput<'getHomeContent'>['data']['stories']>[number]
  /** The words stand on the left of a wide screen. */
  isMirrored?: boolean
  className?: string
}

/** A scene, and the words about it beside it. */
export function Story({ story, isMirrored = false, className }: StoryProps) {
  const { picture, portrait, overline, title, text, ctas, link } = story
  return (
    <section className={clsx(styles.story, isMirrored && styles.mirrored, className)}>
      <ShopPicture
        className={styles.scene}
        picture={picture}
        portrait={portrait}
        sizes="(width >= 1024px) 67vw, 100vw"
        fit="cover"
      />
      <div className={styles.words}>
        {overline && <p className={styles.overline}>{overline}</p>}
        <h2>{title}</h2>
        {text && <p className={styles.text}>{text}</p>}
        <Link to={link} className={buttonClass('secondary')}>
          {ctas}
        </Link>
      </div>
    </section>
  )
}

/** A story in the room of four products of a grid. */
export function StoryTile({ story }: { story: StoryProps['story'] }) {
  const { picture, portrait, overline, title, text, ctas, link } = story
  return (
    <article className={styles.tile}>
      <ShopPicture
        className={styles.tilePicture}
        picture={portrait ?? picture}
        sizes="(width >= 1200px) 50vw, (width >= 768px) 67vw, 100vw"
        fit="cover"
      />
      <div className={styles.tileWords}>
        {overline && <p className={styles.overline}>{overline}</p>}
        <h2 className={styles.tileTitle}>{title}</h2>
        {text && <p className={styles.text}>{text}</p>}
        <Link to={link} className={buttonClass('link')}>
          {ctas}
        </Link>
      </div>
    </article>
  )
}

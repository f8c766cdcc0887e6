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

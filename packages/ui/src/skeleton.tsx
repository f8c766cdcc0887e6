import { clsx } from 'clsx'
import styles from './skeleton.module.css'

interface SkeletonProps {
  /** `picture` is 4:5, `line` a line of text, `title` a line of display type. */
  shape?: 'picture' | 'line' | 'title'
  width?: 'full' | 'long' | 'half' | 'short'
  className?: string
}

/** A placeholder in the shape of content that is loading; hidden from assistive technology. */
export function Skeleton({ shape = 'line', width = 'full', className }: SkeletonProps) {
  return (
    <span
      className={clsx(styles.skeleton, styles[shape], styles[width], className)}
      aria-hidden="true"
    />
  )
}

/** The placeholder of a product tile: picture, name, price. */
export function TileSkeleton() {
  return (
    <div>
      <Skeleton shape="picture" />
      <div className={styles.caption}>
        <Skeleton width="long" />
        <Skeleton width="short" />
      </div>
    </div>
  )
}

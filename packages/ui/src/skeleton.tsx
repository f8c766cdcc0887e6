import { clsx } from 'clsx'
import styles from './skeleton.module.css'

interface SkeletonProps {
  /** `picture` is 4:5, `line` a line of text, `title` a line of display type. */
  shape?: 'picture' | 'line' | 'title'
  width?: 'full' | 'long' | 'half' | 'short'
  className?: string
}

/** A piece of the shape of what is coming; silent for assistive technology. */
export function Skeleton({ shape = 'line', width = 'full', className }: SkeletonProps) {
  return (
    <span
      className={clsx(styles.skeleton, styles[shape], styles[width], className)}
      aria-hidden="true"
    />
  )
}

/** The shape of a product tile: its picture, its name, its price. */
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

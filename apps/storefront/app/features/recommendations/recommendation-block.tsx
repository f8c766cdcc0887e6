import type { ReactNode } from 'react'
import styles from './recommendation-block.module.css'

/** A titled choice of pieces; the grid of their cards is given as children. */
export function RecommendationBlock({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.block}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  )
}

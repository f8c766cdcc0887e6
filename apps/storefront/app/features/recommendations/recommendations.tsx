import type { ReactNode } from 'react'
import styles from './recommendations.module.css'

/** A titled choice of products; their grid is given as children. */
export function RecommendationBlock({
  id,
  title,
  children,
}: {
  /** For links that lead to it. */
  id?: string
  title: string
  children: ReactNode
}) {
  return (
    <section id={id} className={styles.block}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  )
}

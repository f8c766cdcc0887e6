import type { ReactNode } from 'react'
import styles from './design.module.css'

/** One kind of part, under its name. */
export function Section({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={name}>
      <h2 className={styles.name}>{name}</h2>
      {children}
    </section>
  )
}

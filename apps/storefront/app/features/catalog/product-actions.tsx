import type { ReactNode } from 'react'
import styles from './product-page.module.css'

/** What can be done with a piece, one under the other. */
export function ProductActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

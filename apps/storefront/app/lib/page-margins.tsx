import type { ReactNode } from 'react'
import styles from './page-margins.module.css'

/** The margins of a page that stands in no other frame. */
export function PageMargins({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>
}

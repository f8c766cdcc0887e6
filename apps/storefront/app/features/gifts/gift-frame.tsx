import type { ReactNode } from 'react'
import { Link } from '../../lib/link.tsx'
import styles from './gift-frame.module.css'

/** The frame of a gift's page, which is outside the shop's layout. */
export function GiftFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link className={styles.logotype} to="/" reloadDocument>
          SOLVANE
        </Link>
      </header>
      <main id="main" className={styles.main}>
        {children}
      </main>
    </div>
  )
}

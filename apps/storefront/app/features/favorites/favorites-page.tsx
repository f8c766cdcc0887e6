import type { ReactNode } from 'react'
import { useFavorites } from './favorites-context.ts'
import styles from './favorites-page.module.css'

/** My Wishlist: how many there are, then the list. */
export function FavoritesPage({ children }: { children: ReactNode }) {
  const { ids } = useFavorites()
  return (
    <div>
      <header className={styles.header}>
        <h1>My Wishlist</h1>
        <p className={styles.count} aria-live="polite">
          {ids !== null && ids.size > 0 && (ids.size === 1 ? 'One piece' : `${ids.size} pieces`)}
        </p>
      </header>
      {children}
    </div>
  )
}

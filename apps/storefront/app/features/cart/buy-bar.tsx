import { formatMoney } from '@solvane/ui/price'
import type { ReactNode } from 'react'
import styles from './buy-bar.module.css'

interface BuyBarProps {
  name: string
  /** Dollars. */
  price: number
  isShown: boolean
  /** The button. */
  children: ReactNode
}

/** The product and its button at the bottom of narrow screens. */
export function BuyBar({ name, price, isShown, children }: BuyBarProps) {
  return (
    <section
      className={styles.bar}
      aria-label="This piece"
      data-shown={isShown || undefined}
      inert={!isShown}
    >
      <p className={styles.product}>
        <span className={styles.name}>{name}</span>
        <span className={styles.price}>{formatMoney(price)}</span>
      </p>
      <div className={styles.action}>{children}</div>
    </section>
  )
}

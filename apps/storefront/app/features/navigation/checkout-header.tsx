import { ChevronLeftIcon } from '@solvane/ui/icon'
import { Link } from 'react-router'
import styles from './header.module.css'

interface CheckoutHeaderProps {
  /** Where the order began. */
  backTo: string
  /** What is said of it: 'Back to cart'. */
  backText: string
}

/** The bar of the checkout: the house's name, and the way back to where the order began. */
export function CheckoutHeader({ backTo, backText }: CheckoutHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <div className={styles.group}>
          <Link className={styles.back} to={backTo}>
            <ChevronLeftIcon size={16} /> {backText}
          </Link>
        </div>
        <Link className={styles.logotype} to="/">
          SOLVANE
        </Link>
      </div>
    </header>
  )
}

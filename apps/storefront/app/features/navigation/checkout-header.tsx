import { ChevronLeftIcon } from '@solvane/ui/icon'
import { Link } from 'react-router'
import styles from './header.module.css'

/** The bar of the checkout: the house's name, and the way back to the cart. */
export function CheckoutHeader({ cartPath }: { cartPath: string }) {
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <div className={styles.group}>
          <Link className={styles.back} to={cartPath}>
            <ChevronLeftIcon size={16} /> Back to cart
          </Link>
        </div>
        <Link className={styles.logotype} to="/">
          SOLVANE
        </Link>
      </div>
    </header>
  )
}

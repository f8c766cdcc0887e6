import { Button, buttonClass } from '@solvane/ui/button'
import { Link } from 'react-router'
import type { Order } from '../../lib/api/order-query.ts'
import { Invoice } from './invoice.tsx'
import styles from './invoice-page.module.css'
import { paymentLine } from './order-words.ts'

/** The invoice of an order, to print. */
export function InvoicePage({ order, methodName }: { order: Order; methodName: string | null }) {
  return (
    <div className={styles.page}>
      <div className={styles.actions}>
        <Button onClick={() => window.print()}>Print</Button>
        <Link className={buttonClass('link')} to={`/profile/orders/${order.id}`}>
          Back to the order
        </Link>
      </div>
      <Invoice order={order} paid={paymentLine(order, methodName)} />
    </div>
  )
}

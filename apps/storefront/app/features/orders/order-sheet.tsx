import { Button, buttonClass } from '@solvane/ui/button'
import { formatDay } from '@solvane/ui/dates.ts'
import { formatMoney } from '@solvane/ui/price'
import { AddressLines } from '../../components/address-lines.tsx'
import { OrderSums } from '../../components/order-page.tsx'
import { optionsOf } from '../../components/product-options.ts'
import { useLayoutData } from '../../lib/api/layout-data.ts'
import type { Order } from '../../lib/api/order-query.ts'
import { Link } from '../../lib/link.tsx'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import styles from './order-sheet.module.css'
import { paymentLine, sumsOf } from './order-texts.ts'

interface OrderSheetProps {
  order: Order
  /** How it was paid; null when it was not. */
  paid: string | null
}

/**
 * An order on a sheet of paper, A4 or Letter, as it is now. Its invoice is another document, which stays as
 * it was issued.
 */
export function OrderSheet({ order, paid }: OrderSheetProps) {
  const { publicUrl } = useLayoutData().settings
  const invoice = order.documents.find(({ kind }) => kind === 'INVOICE')
  return (
    <article className={styles.sheet} data-printed aria-label={`Order ${order.orderNumber}`}>
      <header className={styles.header}>
        <p className={styles.logotype}>Solvane</p>
        <div className={styles.heading}>
          <h1 className={styles.title}>Order</h1>
          <p>{order.orderNumber}</p>
          {order.supplementOf && <p>For the change of {order.supplementOf.orderNumber}</p>}
          <p>{formatDay(order.createdAt)}</p>
          {invoice && <p>Invoice {invoice.number}</p>}
        </div>
      </header>
      <div className={styles.parties}>
        <section>
          <h2 className={styles.label}>For</h2>
          {order.buyer?.company && <p>{order.buyer.company}</p>}
          <AddressLines address={order.address} />
          {order.buyer?.taxNumber && <p>Tax number {order.buyer.taxNumber}</p>}
        </section>
        <section>
          <h2 className={styles.label}>Payment</h2>
          <p>{paid ?? (order.status === 'CANCELLED' ? 'Cancelled' : 'Not paid yet')}</p>
        </section>
      </div>
      <table className={styles.products}>
        <thead>
          <tr>
            <th scope="col">Piece</th>
            <th scope="col" className={styles.each}>
              Price
            </th>
            <th scope="col">Quantity</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map(
            ({ variantId, variant, productName, unitPrice, quantity, totalPrice }) => (
              <tr key={variantId}>
                <th scope="row">
                  <span className={styles.piece}>
                    <ShopPicture
                      className={styles.picture}
                      picture={variant.picture}
                      alt=""
                      sizes="4rem"
                      fit="cover"
                      isEager
                    />
                    <span>
                      {productName}
                      <span className={styles.options}>{optionsOf(variant.attributeValues)}</span>
                    </span>
                  </span>
                </th>
                <td className={styles.each}>{formatMoney(unitPrice)}</td>
                <td>{quantity}</td>
                <td>{formatMoney(totalPrice)}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      <div className={styles.sums}>
        <OrderSums sums={sumsOf(order)} />
      </div>
      <p className={styles.foot}>Solvane, {new URL(publicUrl).host}. All amounts in US dollars.</p>
    </article>
  )
}

/** An order, to print. */
export function OrderSheetPage({ order, methodName }: { order: Order; methodName: string | null }) {
  return (
    <div className={styles.page}>
      <div className={styles.actions}>
        <Button onClick={() => window.print()}>Print</Button>
        <Link className={buttonClass('link')} to={`/profile/orders/${order.id}`}>
          Back to the order
        </Link>
      </div>
      <OrderSheet order={order} paid={paymentLine(order, methodName)} />
    </div>
  )
}

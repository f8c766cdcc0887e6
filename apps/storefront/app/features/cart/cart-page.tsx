import type { MethodFees } from '@solvane/contract/delivery-fee'
import { Button, buttonClass } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { formatMoney } from '@solvane/ui/price'
import { Skeleton } from '@solvane/ui/skeleton'
import { type ReactNode, useEffect, useRef } from 'react'
import { notDelivered, useDelivery } from '../../lib/api/delivery.ts'
import { ErrorText, messageOf } from '../../lib/api/failure.tsx'
import { Link } from '../../lib/link.tsx'
import { useCart } from './cart-context.ts'
import { CartLines, useSelection } from './cart-lines.tsx'
import { cartMessages } from './cart-messages.ts'
import styles from './cart-page.module.css'
import { type CartItem, totalsOf } from './cart-totals.ts'
import { FreeShippingLine } from './free-shipping-line.tsx'
import { useFocusAfterRemoval } from './use-cart-changes.tsx'

interface CartPageProps {
  /** The default address, to which delivery is shown, is still to come. */
  isAddressPending: boolean
  /** After lines have been moved to the favourites. */
  onMoved: () => void
  /** In the summary: the button that orders the chosen lines. */
  checkout?: (selected: readonly CartItem[]) => ReactNode
}

/** The cart of a signed-in shopper. */
export function CartPage({ isAddressPending, onMoved, checkout }: CartPageProps) {
  const { snapshot, demand } = useCart()
  const { cart, status } = snapshot
  const selection = useSelection(cart?.items ?? [])
  const isEmpty = cart?.items.length === 0

  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => void demand(), [demand])
  useFocusAfterRemoval(cart?.items.length, title)

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 ref={title} tabIndex={-1}>
          Cart
        </h1>
        <p className={styles.count} aria-live="polite">
          {status === 'merging' && 'Bringing your cart together'}
          {status !== 'merging' && cart && !isEmpty && itemCountText(cart.totalItems)}
        </p>
      </header>
      {status === 'error' && <LoadFailure />}
      {status !== 'error' && (!cart || status === 'merging') && <CartSkeleton />}
      {status !== 'merging' && isEmpty && (
        <EmptyState
          className={styles.empty}
          title={cartMessages.empty}
          text="Pieces you add are kept here, on every device."
        >
          <Link className={buttonClass('primary')} to="/">
            Discover the collection
          </Link>
          <Link className={buttonClass('secondary')} to="/profile/favorite">
            My Wishlist
          </Link>
        </EmptyState>
      )}
      {status !== 'merging' && cart && !isEmpty && (
        <div className={styles.columns}>
          <CartLines items={cart.items} selection={selection} onMoved={onMoved} />
          <CartSummary selected={selection.selected} isAddressPending={isAddressPending}>
            {checkout?.(selection.selected)}
          </CartSummary>
        </div>
      )}
    </div>
  )
}

function itemCountText(count: number): string {
  return count === 1 ? 'One piece' : `${count} pieces`
}

function LoadFailure() {
  const { snapshot, demand } = useCart()
  return (
    <EmptyState
      title={cartMessages.loadFailed}
      text={<ErrorText message={messageOf(snapshot.failure)} />}
      isError
    >
      <Button kind="secondary" onClick={async () => (await demand())?.refresh()}>
        Try again
      </Button>
    </EmptyState>
  )
}

/** The placeholder of the cart: lines with pictures, and the summary. */
function CartSkeleton() {
  return (
    <div className={styles.skeletonColumns} role="status" aria-label="Loading your cart">
      <div>
        {[1, 2].map((line) => (
          <div key={line} className={styles.line}>
            <Skeleton shape="picture" />
            <div className={styles.text}>
              <Skeleton shape="title" width="long" />
              <Skeleton width="half" />
              <Skeleton width="short" />
            </div>
          </div>
        ))}
      </div>
      <div className={styles.summary}>
        <Skeleton width="short" />
        <Skeleton />
        <Skeleton shape="title" width="half" />
      </div>
    </div>
  )
}

interface CartSummaryProps extends Pick<CartPageProps, 'isAddressPending'> {
  selected: readonly CartItem[]
  /** Under the totals: the button that orders them. */
  children: ReactNode
}

/** The totals of the chosen lines; stays visible beside them. */
function CartSummary({ selected, isAddressPending, children }: CartSummaryProps) {
  const delivery = useDelivery({ isAddressPending })
  const { subtotal, itemCount } = totalsOf(selected)
  const fee = delivery && feeText(delivery, subtotal)
  return (
    <aside className={styles.summarySummary} aria-label="Summary">
      <h2 className={styles.title}>Summary</h2>
      <dl className={styles.sums}>
        <div className={styles.subtotal} aria-live="polite">
          <dt>Subtotal ({itemCount === 1 ? '1 item' : `${itemCount} items`})</dt>
          <dd>{formatMoney(subtotal)}</dd>
        </div>
        {itemCount > 0 && (
          <div>
            <dt>Delivery</dt>
            <dd>{fee ?? 'Not available'}</dd>
          </div>
        )}
      </dl>
      {itemCount > 0 && delivery && fee !== complimentary && (
        <FreeShippingLine subtotal={subtotal} freeFrom={delivery.freeFrom} />
      )}
      {children}
      {delivery && (
        <p className={styles.note}>
          Delivered in the Solvane box within {delivery.totalDays} business days.
        </p>
      )}
      <p className={styles.arrival}>{delivery ? delivery.line : notDelivered}</p>
    </aside>
  )
}

const complimentary = 'Complimentary'

/** The delivery fee of goods worth `subtotal`, as far as the cart knows it. */
function feeText({ fee, freeFrom, weightBands }: MethodFees, subtotal: number): string {
  if (freeFrom !== null && subtotal >= freeFrom) return complimentary
  // The cart does not know the weight of its lines.
  if (weightBands) return 'Calculated at checkout'
  return fee === 0 ? complimentary : formatMoney(fee)
}

import { Button, buttonClass } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ErrorText, messageOf } from '../../lib/api/failure.tsx'
import { useCart } from './cart-context.ts'
import { CartLines } from './cart-lines.tsx'
import { cartMessages } from './cart-messages.ts'
import styles from './cart-page.module.css'
import { CartSkeleton } from './cart-skeleton.tsx'
import { CartSummary } from './cart-summary.tsx'
import type { CartItem } from './cart-totals.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useSelection } from './use-selection.ts'

interface CartPageProps {
  /** After lines have become favourites. */
  onMoved: () => void
  /** The way on from the summary, for the chosen lines. */
  checkout?: (selected: readonly CartItem[]) => ReactNode
}

/** The cart of who is signed in. */
export function CartPage({ onMoved, checkout }: CartPageProps) {
  const { snapshot, prepare } = useCart()
  const { cart, status } = snapshot
  const selection = useSelection(cart?.items ?? [])
  const isEmpty = cart?.items.length === 0

  const title = useRef<HTMLHeadingElement>(null)
  useEffect(prepare, [prepare])
  useKeptFocus(cart?.items.length, title)

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 ref={title} tabIndex={-1}>
          Cart
        </h1>
        <p className={styles.count} aria-live="polite">
          {status === 'merging' && 'Bringing your cart together'}
          {status !== 'merging' && cart && !isEmpty && piecesInWords(cart.totalItems)}
        </p>
      </header>
      {status === 'error' && <LoadFailure />}
      {status !== 'error' && (!cart || status === 'merging') && <CartSkeleton />}
      {status !== 'merging' && isEmpty && (
        <EmptyState
          className={styles.empty}
          title={cartMessages.empty}
          text="What you put aside waits here, on every device you sign in on."
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
          <CartSummary selected={selection.selected}>{checkout?.(selection.selected)}</CartSummary>
        </div>
      )}
    </div>
  )
}

function piecesInWords(count: number): string {
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

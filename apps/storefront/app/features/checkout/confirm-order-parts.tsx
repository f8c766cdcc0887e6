import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { Skeleton } from '@solvane/ui/skeleton'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import { FormFailure } from '../../components/form-request.tsx'
import { OrderLines, OrderPage } from '../../components/order-page.tsx'
import { notDelivered } from '../../lib/api/delivery.ts'
import {
  ErrorText,
  messageOf,
  nothingToOrder,
  previewFailure,
  showMessage,
} from '../../lib/api/failure.tsx'
import { checkoutMessages, type Preview } from './checkout-requests.ts'
import styles from './confirm-order.module.css'
import { cardFull } from './order-choices.tsx'

interface PreviewItemsProps {
  preview: Preview
  /** Sets the quantity of these variants; 0 removes them. */
  onChange: (variantIds: readonly string[], quantity: number) => void
}

/** The lines of an order before it is placed, with the choices for unavailable ones. */
export function PreviewItems({ preview, onChange }: PreviewItemsProps) {
  const { items, unavailableItems } = preview
  const stocks = new Map(items.map(({ variantId, stock }) => [variantId, stock]))
  // Variants that no longer exist.
  const gone = unavailableItems.filter((variantId) => !stocks.has(variantId))
  return (
    <>
      <OrderLines
        lines={items}
        note={({ variantId, name, isAvailable }) =>
          !isAvailable && (
            <UnavailableNote
              name={name}
              stock={stocks.get(variantId) ?? 0}
              onChange={(quantity) => onChange([variantId], quantity)}
            />
          )
        }
      />
      {gone.length > 0 && (
        <UnavailableNote
          name={gone.length === 1 ? 'the piece that is gone' : 'the pieces that are gone'}
          stock={0}
          onChange={() => onChange(gone, 0)}
        />
      )}
    </>
  )
}

interface UnavailableNoteProps {
  name: string
  /** The stock. */
  stock: number
  /** Sets the quantity; 0 removes the line. */
  onChange: (quantity: number) => void
}

/** Says that a line is unavailable in this quantity, and offers to remove it or take the rest. */
function UnavailableNote({ name, stock, onChange }: UnavailableNoteProps) {
  return (
    <div className={styles.unavailable}>
      <p className={styles.notice}>
        {checkoutMessages.unavailable}
        {stock > 0 && `. ${stock === 1 ? 'One is' : `${stock} are`} left.`}
      </p>
      <div className={styles.actions}>
        {stock > 0 && (
          <Button kind="link" onClick={() => onChange(stock)}>
            Take {stock === 1 ? 'one' : stock}
            <VisuallyHidden> of {name}</VisuallyHidden>
          </Button>
        )}
        <Button kind="link" onClick={() => onChange(0)}>
          Remove<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </div>
    </div>
  )
}

interface PlacePanelProps {
  /** Why the order cannot be placed now; null when it can. */
  blocker: string | null
  isDisabled: boolean
  isPlacing: boolean
  /** The error of placing it. */
  error: unknown
  /** The changes since the shopper saw the order. */
  changes: readonly string[]
  onPlace: () => void
  /** Under the button. */
  children: ReactNode
}

/** The button that places the order, with the reason when it is disabled. */
export function PlacePanel(props: PlacePanelProps) {
  const { blocker, isDisabled, isPlacing, error, changes, onPlace, children } = props
  const id = useId()
  const news = useRef<HTMLDivElement>(null)
  const rejection = useRef<HTMLDivElement>(null)
  const hasNews = changes.length > 0
  // The pressed button may be disabled now and would lose the focus.
  useEffect(() => {
    if (hasNews) news.current?.focus()
    else if (error) rejection.current?.focus()
  }, [hasNews, error])
  return (
    <div className={styles.place}>
      {hasNews && (
        <div ref={news} className={styles.changes} tabIndex={-1} role="alert">
          <p>{messageOf(error)}</p>
          <ul>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </div>
      )}
      <div ref={rejection} tabIndex={-1}>
        <FormFailure error={hasNews ? null : error} unexpected={checkoutMessages.placeFailed} />
      </div>
      <Button
        isWide
        isBusy={isPlacing}
        disabled={isDisabled && !isPlacing}
        aria-describedby={blocker ? id : undefined}
        onClick={onPlace}
      >
        Place Order
      </Button>
      {blocker && (
        <p className={styles.blocker} id={id}>
          {blocker}
        </p>
      )}
      {children}
    </div>
  )
}

/** Why an order cannot be placed, in a sentence; null when it can or it is not known yet. */
export function orderBlocker(order: {
  /** Whether addresses and ways to pay are known. */
  isLoaded: boolean
  hasAddress: boolean
  /** Whether the shop delivers to the address. */
  isDelivered: boolean
  hasUnavailable: boolean
  canBePaid: boolean
  hasWrongTaxNumber: boolean
  /** Whether the message of a gift has too many lines. */
  isCardFull: boolean
}): string | null {
  if (order.hasUnavailable) return 'Please take out what is unavailable first.'
  if (!order.isLoaded) return null
  if (!order.hasAddress) return checkoutMessages.addressMissing
  if (!order.isDelivered) return `${notDelivered} Please choose another one.`
  if (order.hasWrongTaxNumber) return 'Please check the tax number.'
  if (order.isCardFull) return cardFull
  return order.canBePaid ? null : 'No payment can be taken at the moment. Please try again later.'
}

interface LoadFailureProps {
  error: unknown
  onRetry: () => void
}

/** Shown instead of an order whose preview failed. */
export function LoadFailure({ error, onRetry }: LoadFailureProps) {
  return (
    <div>
      <h1>Confirm Order</h1>
      <EmptyState
        isError
        title={
          <>
            {checkoutMessages.loadFailed} <ErrorText message={previewFailure.chinese} />
          </>
        }
        text={<ErrorText message={messageOf(error, 'Please try again in a moment.')} />}
      >
        <Button kind="secondary" onClick={onRetry}>
          Try again
        </Button>
      </EmptyState>
    </div>
  )
}

/** Shown beside totals that could not be recomputed. */
export function StaleSums({ error, onRetry }: LoadFailureProps) {
  return (
    <div className={styles.stale} role="alert">
      <p>
        {checkoutMessages.loadFailed}{' '}
        <ErrorText message={messageOf(error, 'Please try again in a moment.')} />
      </p>
      <Button kind="link" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** The placeholder of the order. */
export function ConfirmOrderSkeleton() {
  return (
    <OrderPage
      title="Confirm Order"
      lead={
        <p className={styles.loading} role="status">
          {checkoutMessages.loading}
        </p>
      }
      aside={
        <>
          <Skeleton width="short" />
          <Skeleton />
          <Skeleton />
          <Skeleton shape="title" width="half" />
        </>
      }
    >
      {[1, 2].map((line) => (
        <div key={line} className={styles.shape}>
          <Skeleton shape="picture" />
          <div>
            <Skeleton shape="title" width="long" />
            <Skeleton width="half" />
            <Skeleton width="short" />
          </div>
        </div>
      ))}
    </OrderPage>
  )
}

/** Leaves a page with nothing left to order: shows a toast, and goes back, or home. */
export function useLeaveWhenEmpty(isEmpty: boolean): void {
  const navigate = useNavigate()
  const hasLeft = useRef(false)
  useEffect(() => {
    if (!isEmpty || hasLeft.current) return
    hasLeft.current = true
    showMessage(nothingToOrder.chinese, 'warning')
    // The router numbers its entries: the first of this tab is 0.
    const hasWayBack = Number(window.history.state?.idx) > 0
    void (hasWayBack ? navigate(-1) : navigate('/', { replace: true }))
  }, [isEmpty, navigate])
}

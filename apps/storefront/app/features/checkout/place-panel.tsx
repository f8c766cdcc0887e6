import { Button } from '@solvane/ui/button'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { FormFailure } from '../../components/form-failure.tsx'
import { notDelivered } from '../../lib/api/delivery.ts'
import { messageOf } from '../../lib/api/failure.tsx'
import { checkoutMessages } from './checkout-messages.ts'
import styles from './confirm-order.module.css'

interface PlacePanelProps {
  /** Why the order cannot be placed now; null when it can. */
  blocker: string | null
  isDisabled: boolean
  isPlacing: boolean
  /** The error of placing it. */
  error: unknown
  /** What has changed since the shopper saw it. */
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
}): string | null {
  if (order.hasUnavailable) return 'Please take out what is unavailable first.'
  if (!order.isLoaded) return null
  if (!order.hasAddress) return checkoutMessages.addressMissing
  if (!order.isDelivered) return `${notDelivered} Please choose another one.`
  if (order.hasWrongTaxNumber) return 'Please check the tax number.'
  return order.canBePaid ? null : 'No payment can be taken at the moment. Please try again later.'
}

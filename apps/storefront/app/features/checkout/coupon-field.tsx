import { TextField } from '@solvane/ui/field'
import { type FormEvent, useRef, useState } from 'react'
import { discountInWords } from '../../components/order-page.tsx'
import { checkoutMessages } from './checkout-messages.ts'
import styles from './coupon-field.module.css'
import { isSameCode } from './coupon-words.ts'
import { MyCoupons } from './my-coupons.tsx'
import type { Preview } from './use-preview.ts'

interface CouponFieldProps {
  /** The code that was asked for; empty when none is. */
  asked: string
  /** The coupon that the sums count with. */
  applied: Preview['appliedCouponInfo']
  /** The order is on its way: nothing can be changed. */
  isPlacing: boolean
  /** The sums are being worked out. */
  isLoading: boolean
  /** Why it could not be found out whether it applies. */
  failure?: string
  /** That it is refused is said elsewhere on the page. */
  isToldElsewhere: boolean
  /** Asks for a code; with an empty one for none. */
  onAsk: (code: string) => void
}

/** A coupon's code, typed or picked from the shopper's own, and whether it applies. */
export function CouponField(props: CouponFieldProps) {
  const { asked, applied, isPlacing, isLoading, failure, isToldElsewhere, onAsk } = props
  const [entered, setEntered] = useState(asked)
  const field = useRef<HTMLInputElement>(null)
  const isApplied = Boolean(applied && isSameCode(applied.code, entered))
  const isAsked = asked !== '' && isSameCode(asked, entered)
  const isRefused = isAsked && !isLoading && !applied && !failure && !isToldElsewhere

  function type(text: string) {
    setEntered(text)
    // Until another code is verified the order is without any. One that was refused takes nothing off:
    // there is nothing to work out anew, and Enter is heard at once.
    const counts = Boolean(applied || failure || isLoading)
    if (asked && counts && !isSameCode(text, asked)) onAsk('')
  }

  function verify(event: FormEvent) {
    event.preventDefault()
    if (entered.trim() && !isLoading && !isApplied) onAsk(entered.trim())
  }

  function choose(code: string) {
    setEntered(code)
    onAsk(code)
    field.current?.focus()
  }

  return (
    <div className={styles.coupon} inert={isPlacing}>
      <form onSubmit={verify}>
        <TextField
          ref={field}
          label="Coupon code"
          value={entered}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          isBusy={isLoading && asked !== ''}
          hint={isApplied && applied ? `${applied.name}: ${discountInWords(applied)}.` : undefined}
          error={failure ?? (isRefused ? checkoutMessages.couponRefused : undefined)}
          onChange={(event) => type(event.target.value)}
          trailing={
            isApplied ? (
              <button type="button" className={styles.action} onClick={() => choose('')}>
                Remove
              </button>
            ) : (
              <button
                type="submit"
                className={styles.action}
                disabled={!entered.trim() || isLoading}
              >
                Verify
              </button>
            )
          }
        />
      </form>
      <MyCoupons chosen={applied?.code ?? ''} isDisabled={isLoading} onChoose={choose} />
    </div>
  )
}

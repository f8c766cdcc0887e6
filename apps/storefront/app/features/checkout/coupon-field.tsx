import type { EndpointOutput } from '@solvane/client/api'
import { AccordionItem } from '@solvane/ui/accordion'
import { Button } from '@solvane/ui/button'
import { formatDay } from '@solvane/ui/dates.ts'
import { TextField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { discountText } from '../../components/order-page.tsx'
import { useApi } from '../../lib/api/api-provider.tsx'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import { checkoutMessages, type Preview } from './checkout-requests.ts'
import styles from './coupon-field.module.css'

interface CouponFieldProps {
  /** The requested code; empty without one. */
  asked: string
  /** The coupon that the sums count with. */
  applied: Preview['appliedCouponInfo']
  /** The order is being placed: nothing can be changed. */
  isPlacing: boolean
  /** The totals are being computed. */
  isLoading: boolean
  /** Why the code could not be checked. */
  failure?: string
  /** The rejection is shown elsewhere on the page. */
  isShownElsewhere: boolean
  /** Requests a code; an empty one removes it. */
  onAsk: (code: string) => void
}

/** A coupon's code, typed or picked from the shopper's own, and whether it applies. */
export function CouponField(props: CouponFieldProps) {
  const { asked, applied, isPlacing, isLoading, failure, isShownElsewhere, onAsk } = props
  const [entered, setEntered] = useState(asked)
  const field = useRef<HTMLInputElement>(null)
  const isApplied = Boolean(applied && isSameCode(applied.code, entered))
  const isAsked = asked !== '' && isSameCode(asked, entered)
  const isRejected = isAsked && !isLoading && !applied && !failure && !isShownElsewhere

  function type(text: string) {
    setEntered(text)
    // Until another code is verified the order has no coupon. A rejected code has no discount:
    // there is nothing to recompute, and Enter works at once.
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
          hint={isApplied && applied ? `${applied.name}: ${discountText(applied)}.` : undefined}
          error={failure ?? (isRejected ? checkoutMessages.couponRejected : undefined)}
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

type Coupon = EndpointOutput<'listMyCoupons'>['data']['data'][number]

/** The minimum amount and the end of a coupon. */
export function limitTexts({
  minimumAmount,
  validUntil,
}: Pick<Coupon, 'minimumAmount' | 'validUntil'>): string[] {
  return [
    ...(minimumAmount > 0 ? [`From ${formatMoney(minimumAmount)}`] : []),
    validUntil ? `Until ${formatDay(validUntil)}` : checkoutMessages.noExpiration,
  ]
}

/** Whether two codes mean the same coupon. */
export function isSameCode(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

interface MyCouponsProps {
  /** The code of the coupon that applies; empty without one. */
  chosen: string
  isDisabled: boolean
  onChoose: (code: string) => void
}

/** Returns the function that fetches the shopper's usable coupons again. */
export function useReloadCoupons(): () => Promise<void> {
  const session = useSessionId()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: personalKey(session, 'coupons') })
}

/** The shopper's usable coupons to choose from; empty without any. */
function MyCoupons({ chosen, isDisabled, onChoose }: MyCouponsProps) {
  const api = useApi()
  const session = useSessionId()
  const coupons = useQuery({
    queryKey: personalKey(session, 'coupons'),
    queryFn: async ({ signal }) => (await api.call('listMyCoupons', {}, { signal })).data.data,
    enabled: Boolean(session),
    staleTime: 0,
  })
  if (coupons.isError && !coupons.isFetching) {
    return (
      <p className={styles.failure} role="status">
        Your coupons did not load.
        <Button kind="link" onClick={() => coupons.refetch()}>
          Try again
        </Button>
      </p>
    )
  }
  if (!coupons.data || coupons.data.length === 0) return null
  return (
    <AccordionItem className={styles.folded} title={`Your coupons (${coupons.data.length})`}>
      <ul className={styles.list}>
        {coupons.data.map((coupon) => (
          <Row
            key={coupon.id}
            coupon={coupon}
            isChosen={isSameCode(coupon.code, chosen)}
            isDisabled={isDisabled}
            onChoose={() => onChoose(coupon.code)}
          />
        ))}
      </ul>
    </AccordionItem>
  )
}

function Row(props: {
  coupon: Coupon
  isChosen: boolean
  isDisabled: boolean
  onChoose: () => void
}) {
  const { coupon, isChosen, isDisabled, onChoose } = props
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p>{coupon.name}</p>
        <p className={styles.limits}>{[discountText(coupon), ...limitTexts(coupon)].join(' · ')}</p>
        <p className={styles.code}>{coupon.code}</p>
      </div>
      {isChosen ? (
        <p className={styles.limits}>Applied</p>
      ) : (
        <Button kind="link" disabled={isDisabled} onClick={onChoose}>
          Use<VisuallyHidden> {coupon.name}</VisuallyHidden>
        </Button>
      )}
    </li>
  )
}

import { AccordionItem } from '@solvane/ui/accordion'
import { Button } from '@solvane/ui/button'
import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { discountInWords } from '../../components/order-page.tsx'
import { useApi } from '../../lib/api/api-provider.tsx'
import { personalKey, useSessionId } from '../../lib/session/use-session.ts'
import { type Coupon, isSameCode, limitsInWords } from './coupon-words.ts'
import styles from './my-coupons.module.css'

interface MyCouponsProps {
  /** Code of the one that applies; empty when none does. */
  chosen: string
  isDisabled: boolean
  onChoose: (code: string) => void
}

/** Gives the function that asks anew for the coupons that the shopper can use now. */
export function useReloadCoupons(): () => Promise<void> {
  const session = useSessionId()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: personalKey(session, 'coupons') })
}

/** The coupons that the shopper can use now, to pick from. Not there when there are none. */
export function MyCoupons({ chosen, isDisabled, onChoose }: MyCouponsProps) {
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
        <p className={styles.limits}>
          {[discountInWords(coupon), ...limitsInWords(coupon)].join(' · ')}
        </p>
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

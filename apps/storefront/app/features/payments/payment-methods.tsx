import { type PaymentMethod, paymentMethodTexts } from '@solvane/contract/payment-methods'
import { Button } from '@solvane/ui/button'
import { RadioGroup } from '@solvane/ui/choice'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { FormFailure } from '../../components/form-request.tsx'
import { useApi } from '../../lib/api/api-provider.tsx'
import styles from './payment-methods.module.css'
import { type ClosedMethods, methodChoice, methodList } from './payment-texts.ts'

interface PaymentMethodsProps {
  /** Dollars. */
  totalAmount: number
  /** Shown as disabled. */
  closed: ClosedMethods
  chosen: PaymentMethod
  onChoose: (method: PaymentMethod) => void
}

/** The payment methods to choose from. */
export function PaymentMethods({ totalAmount, closed, chosen, onChoose }: PaymentMethodsProps) {
  const methods = usePaymentMethods()
  if (totalAmount === 0) return <p>There is nothing to pay.</p>
  if (methods.data) {
    const { methods: offered, areTestPayments } = methods.data
    if (offered.length === 0) {
      return <p>No payment can be taken at the moment. Please try again later.</p>
    }
    return (
      <>
        <RadioGroup
          legend="Choose how to pay"
          name="payment-method"
          value={methodChoice(offered, chosen, closed) ?? undefined}
          options={offered.map((value) => {
            const reason = closed.find(({ paymentMethod }) => paymentMethod === value)?.reason
            return {
              value,
              label: paymentMethodTexts[value].name,
              hint: reason ?? paymentMethodTexts[value].hint,
              isDisabled: reason !== undefined,
            }
          })}
          onChange={(value) => onChoose(value as PaymentMethod)}
        />
        {areTestPayments && <p className={styles.test}>Demonstration: no payment will be taken.</p>}
      </>
    )
  }
  if (methods.error && !methods.isFetching) {
    return (
      <div className={styles.failure}>
        <FormFailure error={methods.error} unexpected="An unexpected error occurred." />
        <Button kind="link" onClick={() => methods.refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.shape} role="status" aria-label="Loading the payment methods">
      <Skeleton width="half" />
      <Skeleton width="half" />
      <Skeleton width="half" />
    </div>
  )
}

/** Says before the order is placed how it can be paid. */
export function PaymentNote() {
  const methods = usePaymentMethods().data?.methods ?? []
  if (methods.length === 0) return null
  return <p className={styles.test}>You pay on the next page, by {methodList(methods)}.</p>
}

/** The payment methods of the shop, and whether payments are simulated. */
export function usePaymentMethods() {
  const api = useApi()
  return useQuery({
    queryKey: ['payment-methods'],
    queryFn: async ({ signal }) => (await api.call('listPaymentMethods', {}, { signal })).data,
  })
}

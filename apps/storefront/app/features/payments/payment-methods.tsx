import { Button } from '@solvane/ui/button'
import { RadioGroup } from '@solvane/ui/radio-group'
import { Skeleton } from '@solvane/ui/skeleton'
import { FormFailure } from '../../components/form-failure.tsx'
import styles from './payment-methods.module.css'
import {
  type ClosedMethods,
  methodChoice,
  methodWords,
  type PaymentMethod,
} from './payment-words.ts'
import { usePaymentMethods } from './use-payment-methods.ts'

interface PaymentMethodsProps {
  /** Dollars. */
  totalAmount: number
  /** Shown, but not to be chosen. */
  closed: ClosedMethods
  chosen: PaymentMethod
  onChoose: (method: PaymentMethod) => void
}

/** The ways to pay, to choose from. */
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
          legend="How you would like to pay"
          name="payment-method"
          value={methodChoice(offered, chosen, closed) ?? undefined}
          options={offered.map((value) => {
            const reason = closed.find(({ paymentMethod }) => paymentMethod === value)?.reason
            return {
              value,
              label: methodWords[value].name,
              hint: reason ?? methodWords[value].hint,
              isDisabled: reason !== undefined,
            }
          })}
          onChange={(value) => onChoose(value as PaymentMethod)}
        />
        {areTestPayments && (
          <p className={styles.test}>
            This is a demonstration: payments are played, no money moves.
          </p>
        )}
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

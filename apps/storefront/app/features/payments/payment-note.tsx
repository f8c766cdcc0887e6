import styles from './payment-methods.module.css'
import { methodsInWords } from './payment-words.ts'
import { usePaymentMethods } from './use-payment-methods.ts'

/** Says, before there is an order, how it will be paid. */
export function PaymentNote() {
  const methods = usePaymentMethods().data?.methods ?? []
  if (methods.length === 0) return null
  return <p className={styles.test}>You pay on the next page, by {methodsInWords(methods)}.</p>
}

import { Button, buttonClass } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { FormFailure } from '../../components/form-request.tsx'
import { paymentMessages, usdtConfirming } from './payment-texts.ts'
import styles from './payment-waiting-dialog.module.css'
import type { OrderPayment } from './use-payment.ts'

/** Waits with the shopper while the payment page is open in another tab. */
export function PaymentWaitingDialog({ payment }: { payment: OrderPayment }) {
  const { waiting, attempt, isConfirming, stop } = payment
  return (
    <Dialog
      isOpen={waiting !== null}
      onClose={stop}
      title={isConfirming ? 'Your payment is being confirmed' : paymentMessages.ready}
      description={descriptionOf(payment)}
      actions={
        isConfirming ? (
          <Button onClick={stop}>Close</Button>
        ) : (
          <>
            <Button kind="secondary" onClick={stop}>
              Cancel Payment
            </Button>
            <Button isBusy={attempt.isChecking} onClick={attempt.check}>
              I Have Paid
            </Button>
          </>
        )
      }
    >
      <p className={styles.page}>
        <a
          className={buttonClass('link')}
          href={waiting?.approvalUrl}
          target="_blank"
          rel="noopener noreferrer"
        >
          Open the payment page
        </a>
      </p>
      <p className={styles.note} role="status">
        {attempt.hasChecked &&
          !attempt.isChecking &&
          !isConfirming &&
          'Your payment has not reached us yet. We go on looking.'}
      </p>
      <FormFailure error={attempt.checkError} unexpected="We could not ask. Please try again." />
    </Dialog>
  )
}

function descriptionOf({ waiting, isConfirming, attempt }: OrderPayment): string {
  if (isConfirming && attempt.state?.paymentMethod === 'USDT') return usdtConfirming
  if (isConfirming)
    return 'It can take a few minutes. There is nothing more to do, we tell you here.'
  return waiting?.isBlocked
    ? 'Your browser did not open it by itself: please open it here. Keep this page open: it updates once you have paid.'
    : 'It has opened in a new tab. Keep this page open: it updates once you have paid.'
}

import { returnReasonTexts } from '@solvane/contract/return-reasons'
import { Button, buttonClass } from '@solvane/ui/button'
import { formatDay } from '@solvane/ui/dates.ts'
import { Dialog } from '@solvane/ui/dialog'
import { TextField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormFailure } from '../../components/form-request.tsx'
import { OrderPage, OrderSection } from '../../components/order-page.tsx'
import { optionsOf } from '../../components/product-options.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import { Link } from '../../lib/link.tsx'
import {
  cancelLine,
  feeLine,
  Photo,
  postageLine,
  ReturnLabel,
  ReturnLine,
  ReturnSlip,
  returnLine,
  sendLine,
} from './return-parts.tsx'
import styles from './returns.module.css'
import { type Return, returnStatusName, useRefreshReturns } from './returns.ts'

/** A return: its state, what is to be done, the lines and the amounts. While the goods are to be sent, its print is slip and label. */
export function ReturnPage({ found }: { found: Return }) {
  const { status, answer, terms, tracking, note, photos, lines } = found
  const isToSend = found.canSend
  return (
    <>
      <div className={isToSend ? styles.screen : undefined}>
        <OrderPage
          title={`Return ${found.returnNumber}`}
          lead={
            <p>
              <Link to={`/profile/orders/${found.orderId}`}>Order {found.orderNumber}</Link>
            </p>
          }
          aside={
            <>
              <h2 className={styles.label}>Amounts</h2>
              <Amounts found={found} />
              {found.canCancel && <Cancel found={found} />}
            </>
          }
        >
          <section className={styles.state} aria-label="State of the return">
            <div role="status">
              <p className={styles.title}>{returnLine(found)}</p>
            </div>
            {answer && <p className={styles.text}>{answer}</p>}
            {status === 'SENT_BACK' && tracking && (
              <p>
                {tracking.carrier}, {tracking.number}
              </p>
            )}
            {found.exchangeOrderId && (
              <p>
                <Link
                  className={buttonClass('secondary')}
                  to={`/profile/orders/${found.exchangeOrderId}`}
                >
                  The order with your exchange
                </Link>
              </p>
            )}
          </section>
          {isToSend && (
            <OrderSection title="Sending it">
              <p>
                {sendLine(found)} {postageLine(terms)}
              </p>
              {terms.address && <p className={styles.text}>{terms.address}</p>}
              {!terms.address && !answer && <p>Please ask us in our chat where to send them.</p>}
              <Send found={found} />
            </OrderSection>
          )}
          <OrderSection title="Pieces">
            <ul className={styles.lines}>
              {lines.map((line) => (
                <li key={line.variantId} className={styles.line}>
                  <ReturnLine line={line}>
                    {line.reason && (
                      <span className={styles.options}>{returnReasonTexts[line.reason]}</span>
                    )}
                    {line.exchangeFor && (
                      <span className={styles.options}>
                        Instead: {optionsOf(line.exchangeFor.attributeValues)}
                      </span>
                    )}
                  </ReturnLine>
                </li>
              ))}
            </ul>
          </OrderSection>
          {(note || photos.length > 0) && (
            <OrderSection title="Note">
              {note && <p className={styles.text}>{note}</p>}
              <div className={styles.photos}>
                {photos.map((photo) => (
                  <Photo key={photo.id} returnId={found.id} photo={photo} />
                ))}
              </div>
            </OrderSection>
          )}
          <OrderSection title="Timeline">
            <ol className={styles.steps}>
              {found.timeline.map(({ status, at }) => (
                <li key={`${status} ${at}`} className={styles.step}>
                  <span>{returnStatusName({ status })}</span>
                  <span className={styles.at}>{formatDay(at)}</span>
                </li>
              ))}
            </ol>
          </OrderSection>
        </OrderPage>
      </div>
      {isToSend && (
        <>
          <ReturnSlip found={found} />
          <ReturnLabel found={found} />
        </>
      )}
    </>
  )
}

function Amounts({ found }: { found: Return }) {
  const { value, fee, deliveryRefund, wrapRefund, refundedAmount, terms, wish } = found
  const rows: [string, string][] = [
    ['Price of the pieces', formatMoney(value)],
    ...(fee && refundedAmount !== null
      ? [['Restocking fee', `−${formatMoney(fee)}`] as [string, string]]
      : []),
    ...(deliveryRefund ? [['Delivery', formatMoney(deliveryRefund)] as [string, string]] : []),
    ...(wrapRefund ? [['Gift wrapping', formatMoney(wrapRefund)] as [string, string]] : []),
    ...(refundedAmount === null
      ? []
      : [['Paid back', formatMoney(refundedAmount)] as [string, string]]),
  ]
  return (
    <>
      <dl className={styles.sums}>
        {rows.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {refundedAmount === null && wish === 'REFUND' && <p>{feeLine(terms)}</p>}
    </>
  )
}

/** Printing slip and label, and saying that the parcel is on its way. */
function Send({ found }: { found: Return }) {
  const api = useApi()
  const refresh = useRefreshReturns()
  const [isAsking, setIsAsking] = useState(false)
  const [carrier, setCarrier] = useState('')
  const [number, setNumber] = useState('')
  const send = useMutation({
    mutationFn: () =>
      api.call('sendMyReturn', {
        params: { returnId: found.id },
        body: { carrier: carrier.trim(), trackingNumber: number.trim() },
      }),
    onSuccess: () => setIsAsking(false),
    // Rejected, it has changed meanwhile.
    onSettled: () => refresh(found.orderId, found.id),
  })
  return (
    <div className={styles.ways}>
      <Button onClick={() => window.print()}>
        {found.terms.address ? 'Print slip and label' : 'Print the slip'}
      </Button>
      <Button kind="secondary" onClick={() => setIsAsking(true)}>
        I have sent it
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Your parcel"
        description="With its number we know what to look for."
        actions={
          <>
            <Button kind="secondary" onClick={() => setIsAsking(false)}>
              Not yet
            </Button>
            <Button isBusy={send.isPending} onClick={() => send.mutate()}>
              It is on its way
            </Button>
          </>
        }
      >
        <div className={styles.form}>
          <TextField
            label="Carrier"
            maxLength={100}
            value={carrier}
            onChange={({ target }) => setCarrier(target.value)}
          />
          <TextField
            label="Number"
            maxLength={100}
            value={number}
            onChange={({ target }) => setNumber(target.value)}
          />
          <FormFailure error={send.error} unexpected="An unexpected error occurred." />
        </div>
      </Dialog>
    </div>
  )
}

function Cancel({ found }: { found: Return }) {
  const api = useApi()
  const refresh = useRefreshReturns()
  const [isAsking, setIsAsking] = useState(false)
  const cancel = useMutation({
    mutationFn: () => api.call('cancelMyReturn', { params: { returnId: found.id } }),
    onSuccess: () => setIsAsking(false),
    // Rejected, it has changed meanwhile.
    onSettled: () => refresh(found.orderId, found.id),
  })
  return (
    <>
      <p>
        <Button kind="link" onClick={() => setIsAsking(true)}>
          Cancel the return
        </Button>
      </p>
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Cancel this return?"
        description={cancelLine(found)}
        actions={
          <>
            <Button kind="secondary" onClick={() => setIsAsking(false)}>
              Go on with it
            </Button>
            <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
              Cancel the return
            </Button>
          </>
        }
      >
        <FormFailure error={cancel.error} unexpected="An unexpected error occurred." />
      </Dialog>
    </>
  )
}

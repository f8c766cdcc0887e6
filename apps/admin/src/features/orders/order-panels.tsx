import { isApiFailure } from '@solvane/client/api'
import type { OrderDocument } from '@solvane/contract/invoices'
import { longestNote, type StaffOrder } from '@solvane/contract/orders.admin'
import { Button, textLinkClass } from '@solvane/ui/button'
import { TextAreaField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { DownloadDocument, documentNames } from '../../parts/downloads.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Facts, Panel } from '../../parts/panel.tsx'
import { ReturnMark } from '../../parts/words.tsx'
import styles from './order-page.module.css'

/** The props of the panels that change the order. */
export interface OrderPanelProps {
  order: StaffOrder
  /** Reads the order again after a change or a conflict. */
  onChange: () => Promise<unknown>
}

/** The gift options of an order; empty unless it is a gift. */
export function GiftPanel({ order: { id, gift, status } }: { order: StaffOrder }) {
  if (!gift) return null
  return (
    <Panel title="Gift">
      <div className={styles.records}>
        <Facts
          facts={[
            ['Wrapping', gift.isWrapped ? 'Yes' : 'No'],
            ['Prices', gift.hidesPrices ? 'Hidden: no invoice in the parcel' : 'Not hidden'],
            [
              'Message',
              gift.message && (
                <span key="message" className={styles.written} dir="auto">
                  {gift.message}
                </span>
              ),
            ],
            [
              'From',
              gift.sender && (
                <span key="sender" className={styles.written} dir="auto">
                  {gift.sender}
                </span>
              ),
            ],
          ]}
        />
        {status !== 'CANCELLED' && (
          <p>
            <Link className={textLinkClass} to={`/gift-card/${id}`}>
              Print the card
            </Link>
          </p>
        )}
      </div>
    </Panel>
  )
}

/** The invoice and credit notes of an order. */
export function OrderDocuments({ documents }: { documents: readonly OrderDocument[] }) {
  return (
    <Panel title="Invoice and credit notes">
      {documents.length === 0 && (
        <p className={styles.none}>
          The invoice is issued once the order is paid, or something of it is sent.
        </p>
      )}
      <ul className={styles.records}>
        {documents.map((document) => (
          <li key={document.id}>
            {documentNames[document.kind]} <DownloadDocument document={document} />
            <span className={styles.more}>
              <Moment at={document.issuedAt} />, {formatMoney(document.amount)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The returns of an order, and the return that it exchanges; empty without any. */
export function OrderReturns({
  order: { id, status, exchangeOf },
}: {
  order: Pick<StaffOrder, 'id' | 'status' | 'exchangeOf'>
}) {
  const { data } = useQuery({
    queryKey: ['returns', 'of', id],
    queryFn: () => api.call('listReturns', { query: { orderId: id, size: 100, order: 'asc' } }),
  })
  const returns = data?.data ?? []
  if (returns.length === 0 && !exchangeOf) return null
  return (
    <Panel title="Returns">
      {exchangeOf && (
        <p className={styles.none}>
          This order is an exchange, at no charge:{' '}
          <Link className={textLinkClass} to={`/returns/${exchangeOf}`}>
            see the return
          </Link>
          .{status === 'PROCESSING' && ' If you cancel it, refund the return.'}
        </p>
      )}
      <ul className={styles.records}>
        {returns.map(({ id, returnNumber, status, units, refundedAmount }) => (
          <li key={id}>
            <Link className={textLinkClass} to={`/returns/${id}`}>
              {returnNumber}
            </Link>{' '}
            <ReturnMark status={status} />
            <span className={styles.more}>
              {units === 1 ? '1 item' : `${units} items`}
              {refundedAmount !== null && `, ${formatMoney(refundedAmount)} refunded`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const causes = {
  HOLD: 'Reserved for this order',
  RELEASE: 'Released',
  RESTOCK: 'Restocked, cancelled or changed',
  ADJUSTMENT: 'Adjusted',
  OFFER_END: 'Had been reserved for the shopper',
} as const

/** The stock changes of an order. */
export function OrderLedger({ order }: { order: StaffOrder }) {
  const former = order.edits.flatMap(({ before }) =>
    before.items.map(({ variantId, productName }) => ({ variantId, name: productName })),
  )
  const nameOf = (variantId: string) =>
    [...order.lines, ...former].find((line) => line.variantId === variantId)?.name ?? 'Unknown item'
  // A supplementary order reserves nothing.
  if (order.movements.length === 0) return null
  return (
    <Panel title="Stock">
      <ul className={styles.records}>
        {order.movements.map(({ id, variantId, cause, delta, stockAfter, at }) => (
          <li key={id}>
            {delta > 0 ? `+${delta}` : `−${-delta}`} {nameOf(variantId)}
            <span className={styles.more}>
              {causes[cause]}, <Moment at={at} />; {stockAfter} in stock after
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The notes of staff about an order, and a form to add one. */
export function OrderNotes({ order, onChange }: OrderPanelProps) {
  const [text, setText] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !text.trim()) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      await api.call('addOrderNote', { params: { orderId: order.id }, body: { text } })
      setText('')
      await onChange()
    } catch (error) {
      if (!isApiFailure(error)) throw error
      setFailure(error.message)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Panel title="Notes">
      {order.notes.length > 0 && (
        <ol className={styles.notes}>
          {order.notes.map(({ id, text, by, at }) => (
            <li key={id}>
              <p className={styles.text}>{text}</p>
              <p className={styles.by}>
                {by?.name ?? 'Former staff member'}, <Moment at={at} />
              </p>
            </li>
          ))}
        </ol>
      )}
      <form className={styles.form} onSubmit={onSubmit}>
        <TextAreaField
          label="Note for staff"
          value={text}
          required
          maxLength={longestNote}
          hint="Customers never see it."
          error={failure}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" kind="secondary" isBusy={isBusy}>
          Add note
        </Button>
      </form>
    </Panel>
  )
}

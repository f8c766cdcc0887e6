import type { ReturnCondition, StaffReturn } from '@solvane/contract/returns.admin'
import { formatMoney } from '@solvane/ui/price'
import { AddressLines } from '../../parts/address-lines.tsx'
import { Facts, Panel } from '../../parts/panel.tsx'
import styles from './return-page.module.css'

/** The names of the dispositions of a returned item. */
export const conditionNames: Readonly<Record<ReturnCondition, string>> = {
  RESTOCK: 'Back into stock',
  NOT_RESTOCKED: 'Not restocked',
  DAMAGED: 'Damaged',
}

/** Whom e-mails about a return are for: the exchange of a gift is its recipient's. */
export function readerOf({ gift }: StaffReturn): 'customer' | 'recipient' {
  return gift ? 'recipient' : 'customer'
}

/** Whether a return is to be refunded because the order with its exchange was cancelled. */
export function isExchangeCancelled({ status, exchangeOrder }: StaffReturn): boolean {
  return status === 'EXCHANGED' && exchangeOrder?.isCancelled === true
}

/** The state of a return in words, and the next step. */
export function sentenceOf(found: StaffReturn): string {
  const { status, wish, refund, actions } = found
  switch (status) {
    case 'REQUESTED':
      return `Waiting for an answer. The ${readerOf(found)} gets an e-mail either way.`
    case 'APPROVED':
      return actions.includes('cancelOrder')
        ? 'Withdrawn before it was sent. Keep it here and cancel the order.'
        : `Approved. The items are still with the ${readerOf(found)}.`
    case 'IN_TRANSIT':
      return 'The items are on their way here.'
    case 'RECEIVED':
      return 'The items are here. Inspect them.'
    case 'INSPECTED':
      return wish === 'EXCHANGE'
        ? 'Inspected. Exchange or refund it, or send the items back.'
        : refund.awaitsCash
          ? 'Inspected.'
          : `Inspected. ${formatMoney(refund.amount)} to refund.`
    case 'REFUNDED':
      return refund.amount === 0
        ? 'Closed. Nothing was refunded.'
        : `${formatMoney(refund.amount)} refunded.`
    case 'EXCHANGED':
      if (isExchangeCancelled(found))
        return refund.awaitsCash
          ? 'The exchange was cancelled.'
          : `The exchange was cancelled. ${formatMoney(refund.amount)} to refund.`
      return 'Exchanged. A new order sends what was wanted.'
    case 'SENT_BACK':
      return `Sent back to the ${readerOf(found)}. Nothing was refunded.`
    case 'DECLINED':
      return 'Declined.'
    case 'CANCELLED':
      return 'Cancelled.'
  }
}

/** The refund of the return, due or made. */
export function Refund({ found }: { found: StaffReturn }) {
  const { goods, fee, delivery, wrapping, amount, refundable, awaitsCash } = found.refund
  const due = Math.round((goods - fee + delivery + wrapping) * 100) / 100
  const isOpen = found.actions.includes('refund')
  const isInstead = found.wish === 'EXCHANGE' && found.status === 'INSPECTED'
  return (
    <Panel title={isInstead ? 'If it is refunded instead' : 'Refund'}>
      <dl className={styles.sums}>
        <div>
          <dt>Price of the items</dt>
          <dd>{formatMoney(goods)}</dd>
        </div>
        {fee > 0 && (
          <div>
            <dt>
              Restocking fee
              {found.feePercent === null ? ` (${found.terms.feeFrom}%)` : ` (${found.feePercent}%)`}
            </dt>
            <dd>−{formatMoney(fee)}</dd>
          </div>
        )}
        {delivery > 0 && (
          <div>
            <dt>Delivery fee</dt>
            <dd>{formatMoney(delivery)}</dd>
          </div>
        )}
        {wrapping > 0 && (
          <div>
            <dt>Gift wrapping</dt>
            <dd>{formatMoney(wrapping)}</dd>
          </div>
        )}
        <div className={styles.total}>
          <dt>{found.status === 'REFUNDED' ? 'Refunded' : 'Refund'}</dt>
          <dd>{formatMoney(awaitsCash ? due : amount)}</dd>
        </div>
      </dl>
      {isOpen && !awaitsCash && due > amount && (
        <p className={styles.warning}>
          Only {formatMoney(refundable)} of the payment can still be refunded.
        </p>
      )}
    </Panel>
  )
}

/** The terms under which the return was requested. */
export function Terms({ found: { terms, wish } }: { found: StaffReturn }) {
  const { feeFrom, feeUntil } = terms
  const fee = feeUntil === 0 ? 'None' : `${feeFrom}%–${feeUntil}%`
  return (
    <Panel title="Terms">
      <Facts
        facts={[
          ['Asked for within', `${terms.noticeDays} days of delivery`],
          ['Must arrive within', `${terms.arrivalDays} days`],
          ['Fee', wish === 'EXCHANGE' ? 'None for an exchange' : fee],
          ['Postage', terms.shopPaysPostage ? 'Paid by us' : 'Paid by the customer'],
          ['Delivery fee', terms.refundsDelivery ? 'Refunded with the last item' : 'Kept'],
          ['Source', terms.source],
          ['Valid from', terms.validFrom],
        ]}
      />
    </Panel>
  )
}

/** The recipient of a gift who has requested the exchange. */
export function Recipient({ gift }: { gift: NonNullable<StaffReturn['gift']> }) {
  return (
    <Panel title="Recipient of the gift">
      {gift.recipient ? (
        <>
          <Facts facts={[['E-mail', gift.recipient.email]]} />
          <AddressLines address={gift.recipient.address} />
          <p className={styles.more}>
            The exchange goes here. The customer who gave the gift does not see it, and what you
            write is read by the recipient: please name no price. A refund would go to the customer.
          </p>
        </>
      ) : (
        <p>Name and address were removed: everything has ended long ago.</p>
      )}
    </Panel>
  )
}

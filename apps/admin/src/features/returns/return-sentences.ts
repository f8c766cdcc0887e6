import type { ReturnCondition, StaffReturn } from '@solvane/contract/returns.admin'
import { formatMoney } from '@solvane/ui/price'

/** What becomes of a returned item. */
export const conditionNames: Readonly<Record<ReturnCondition, string>> = {
  RESTOCK: 'Back into stock',
  NOT_RESTOCKED: 'Not restocked',
  DAMAGED: 'Damaged',
}

/** The attributes of a variant on one line: `Ink, M`. */
export function optionsOf(attributeValues: Readonly<Record<string, string>>): string {
  return Object.values(attributeValues).join(', ')
}

/** Whom e-mails about a return are for: the exchange of a gift is its recipient's. */
export function readerOf({ gift }: StaffReturn): 'customer' | 'recipient' {
  return gift ? 'recipient' : 'customer'
}

/** How a return stands, and what is to be done. */
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
        : `Inspected. ${formatMoney(refund.amount)} to refund.`
    case 'REFUNDED':
      return `${formatMoney(refund.amount)} refunded.`
    case 'EXCHANGED':
      return 'Exchanged. A new order sends what was wanted.'
    case 'SENT_BACK':
      return `Sent back to the ${readerOf(found)}. Nothing was refunded.`
    case 'DECLINED':
      return 'Declined.'
    case 'CANCELLED':
      return 'Cancelled.'
  }
}

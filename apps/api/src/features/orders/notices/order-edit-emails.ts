import { formatPrice } from '@solvane/contract/money'
import { toOrderNumber } from '@solvane/contract/orders'
import type { EmailContent } from '../../../platform/mail/email.ts'
import type { OrderLineRow, OrderRow } from '../orders.queries.ts'

/** The words of an e-mail about an order. */
export type Wording = Pick<EmailContent, 'subject' | 'preview' | 'paragraphs'> & { button: string }

/** What an e-mail about a change of an order's lines says. */
export interface ChangedOrder {
  /** The lines that it had. */
  before: readonly OrderLineRow[]
  effect: 'NONE' | 'TOTAL' | 'CASH' | 'SUPPLEMENT' | 'REFUND'
  /** What is owed more, or goes back. */
  differenceCents: number
  /** The number of the order that bills the difference. */
  supplement: string | null
  /** Address or e-mail address were corrected with it. */
  isContactCorrected: boolean
}

/** The e-mail of a supplementary order of this kind, with which nothing is sent; null: as of any order. */
export function supplementWording(order: OrderRow, kind: string): Wording | null {
  const number = toOrderNumber(order.number)
  switch (kind) {
    case 'placed':
      return {
        subject: `The difference for your changed order: ${number}`,
        preview: `${formatPrice(order.total_cents)} to pay.`,
        paragraphs: [
          `Your order was changed and now comes to ${formatPrice(order.total_cents)} more. Order ${number} is for this difference only; nothing is sent with it.`,
          'Please pay it on its page. Your pieces are sent once it is paid.',
        ],
        button: 'Pay the difference',
      }
    case 'paid':
      return {
        subject: `Order ${number} is paid`,
        preview: 'Your payment has arrived.',
        paragraphs: [
          'Your payment for the change of your order has arrived. We write to you when your pieces are on their way.',
        ],
        button: 'View your order',
      }
    case 'cancelled':
      return {
        subject: `Order ${number} is cancelled`,
        preview: 'The difference is not due any more.',
        paragraphs: [
          `Order ${number}, for the difference of a changed order, has been cancelled: there is nothing to pay for it. The order that was changed has a page of its own.`,
        ],
        button: 'View your order',
      }
    default:
      return null
  }
}

/** The e-mail that an order was changed. */
export function changedWording(order: OrderRow, news: ChangedOrder): Wording {
  const number = toOrderNumber(order.number)
  const amount = formatPrice(news.differenceCents)
  const money = {
    NONE: 'The total stays the same.',
    TOTAL: `The total is now ${formatPrice(order.total_cents)}; you can pay it on the page of your order.`,
    CASH: `You now pay ${formatPrice(order.total_cents)} when it is delivered.`,
    SUPPLEMENT: `The difference of ${amount} is an order of its own, ${news.supplement}. Another e-mail says how to pay it.`,
    REFUND:
      news.differenceCents === 0
        ? 'The total is lower now; we had paid back the difference before.'
        : `The difference of ${amount} is being paid back the way it was paid; we write to you once it is.`,
  }[news.effect]
  const had = news.before.map(
    ({ name, attributes, quantity, unit_cents }) =>
      `${[name, ...Object.values(attributes)].join(', ')} × ${quantity}, ${formatPrice(unit_cents * quantity)}`,
  )
  return {
    subject: `Your order ${number} was changed`,
    preview: 'What is in your order now.',
    paragraphs: [
      'We have changed your order. Below is what is in it now.',
      `Before, it had: ${had.join('; ')}.`,
      money,
      ...(news.isContactCorrected
        ? ['The delivery details have been corrected, too. The page of your order shows them.']
        : []),
      'Should you not have asked for this, please tell us before the parcel leaves.',
    ],
    button: 'View your order',
  }
}

import { toOrderNumber } from '@solvane/contract/orders'
import type { StaffOrder } from '@solvane/contract/orders.admin'
import { toReturnNumber } from '@solvane/contract/returns'
import type { AppContext } from '../../../context.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { accountFacts, namesOfAccounts } from '../../auth/accounts.admin.ts'
import { toDollars } from '../../catalog/to-card.ts'
import { documentsOfOrders } from '../../invoices/invoices.ts'
import { paymentDetailsOfOrder } from '../../payments/payment-details.admin.ts'
import { paymentsOfOrder } from '../../payments/payments.ts'
import {
  editsOfOrders,
  hasOpenSupplement,
  hasReturn,
  lacksSupplement,
  linksOfOrders,
  whichKeepMore,
} from '../edits/order-edits.queries.ts'
import { purchasesOf } from '../list-orders.admin.ts'
import { emailsOfOrder, resendableEmailsOf } from '../notices/send-order-email.ts'
import { countingPayment, paymentFieldsOf, refundedForChange } from '../order-refunds.ts'
import {
  buyerOf,
  shippedAt,
  taxFieldsOf,
  toAddress,
  toDelivery,
  toEditSide,
  toLinks,
  toPicture,
  toTracking,
  withGift,
} from '../order-shape.ts'
import { listCorrections } from '../order-updates.queries.ts'
import { findOrder, linesOfOrders, type OrderLineRow, type OrderRow } from '../orders.queries.ts'
import { parcelsOfOrders } from '../parcels.queries.ts'
import { toParcels } from '../parcels.ts'
import { actionsFor } from '../states/order-transitions.ts'
import { listFullTransitions, listMovements, listNotes } from './orders.admin.queries.ts'
import { exchangedReturn, withdrawalsOf } from './orders-to-review.admin.queries.ts'
import { toStaffPayment } from './staff-payment.admin.ts'

/** Everything known about an order, for staff only. Throws `ORDER_NOT_FOUND`. */
export async function getStaffOrder(
  ctx: Pick<AppContext, 'clock' | 'db' | 'payments'>,
  orderId: string,
): Promise<StaffOrder> {
  const db = ctx.db.kysely
  const row = await findOrder(db, orderId)
  if (!row) throw new ShopError('ORDER_NOT_FOUND')
  const [
    customer,
    lines,
    transitions,
    payments,
    notes,
    movements,
    emails,
    purchases,
    corrections,
    parcels,
    documents,
    allLinks,
    allEdits,
    withdrawals,
    exchanged,
    isReturned,
  ] = await Promise.all([
    accountFacts(ctx, row.user_id),
    linesOfOrders(db, [orderId]),
    listFullTransitions(db, orderId),
    paymentDetailsOfOrder(ctx, orderId),
    listNotes(db, orderId),
    listMovements(db, orderId),
    emailsOfOrder(db, row),
    purchasesOf(db, [row.user_id]),
    listCorrections(db, orderId),
    parcelsOfOrders(db, [orderId]),
    documentsOfOrders(db, [orderId]),
    linksOfOrders(db, [orderId]),
    editsOfOrders(db, [orderId]),
    withdrawalsOf(db, [orderId]),
    row.exchange_of === null ? null : exchangedReturn(db, row.exchange_of),
    hasReturn(db, orderId),
  ])
  const [links, edits] = [allLinks.get(orderId) ?? [], allEdits.get(orderId) ?? []]
  const nameOf = await namesOfAccounts(db, [
    ...transitions.map(({ actor_id }) => actor_id),
    ...notes.map(({ author_id }) => author_id),
    ...corrections.map(({ actor_id }) => actor_id),
    ...edits.map(({ actor_id }) => actor_id),
    ...payments.flatMap(({ refunds, resolvedReviews }) =>
      [...refunds, ...resolvedReviews].map(({ by }) => by),
    ),
  ])
  const earlier = parcels.get(orderId) ?? []
  const withdrawal = withdrawals.get(orderId)
  // The lines also stay as they are while a withdrawal is open.
  const blocked: StaffOrder['actions'] = withdrawal
    ? ['ship', 'sendParcel', 'edit']
    : hasOpenSupplement(links)
      ? ['ship', 'sendParcel']
      : []
  const paidOrderId = exchanged?.paid_order_id
  const firstPayments = paidOrderId ? await paymentsOfOrder(db, [paidOrderId]) : null
  const counting = countingPayment(payments)
  const { refundedAmount, refundState } = paymentFieldsOf(
    row.total_cents,
    payments,
    (await whichKeepMore(db, [row])).has(orderId),
  )
  return {
    ...describe(row, lines.get(orderId) ?? []),
    parcels: toParcels(row, lines.get(orderId) ?? [], earlier, shippedAt(transitions)),
    customer: customer && {
      id: customer.id,
      email: customer.email,
      name: customer.name,
      isBlocked: customer.blockedAt !== null,
      isEmailVerified: customer.isEmailVerified,
      orders: purchases(row.user_id).orders,
    },
    capturedAmount: sumOf(payments.map(({ capturedCents }) => capturedCents)),
    refundedAmount,
    refundState,
    ...toLinks(row, links),
    lacksSupplement: links.length > 0 && (await lacksSupplement(db, [orderId])).has(orderId),
    edits: edits.map(({ id, before, after, supplement_id, refund_cents, actor_id, at }) => {
      const supplement = links.find((link) => link.id === supplement_id)
      return {
        id,
        before: toEditSide(before),
        after: toEditSide(after),
        supplementNumber: supplement ? toOrderNumber(supplement.number) : null,
        refundAmount: toDollars(refund_cents),
        by: nameOf(actor_id),
        at: at.toISOString(),
      }
    }),
    actions: actionsFor(row, payments, {
      hasParcels: earlier.length > 0,
      hasReturn: isReturned,
      firstAttempts: paidOrderId ? (firstPayments?.get(paidOrderId) ?? []) : payments,
    }).filter((action) => !blocked.includes(action)),
    withdrawal: withdrawal
      ? {
          returnId: withdrawal.id,
          returnNumber: toReturnNumber(withdrawal.number),
          isRefunded: withdrawal.is_refunded,
        }
      : null,
    exchangeRefund: exchanged && {
      returnNumber: toReturnNumber(exchanged.number),
      amount: toDollars(exchanged.cents),
      isDue: row.status === 'CANCELLED' && !exchanged.is_settled,
    },
    transitions: transitions.map(({ from_status, to_status, actor, actor_id, reason, at }) => ({
      from: from_status,
      to: to_status,
      actor,
      by: nameOf(actor_id),
      reason,
      at: at.toISOString(),
    })),
    payments: payments.map((payment) => ({
      ...toStaffPayment(payment, nameOf),
      refundedForChange: toDollars(
        payment === counting ? refundedForChange(row.total_cents, payment) : 0,
      ),
    })),
    corrections: corrections.map(({ kind, before, after, actor_id, at }) => ({
      kind,
      before,
      after,
      by: nameOf(actor_id),
      at: at.toISOString(),
    })),
    resendableEmails: resendableEmailsOf(emails),
    emails: emails.map(
      ({ id, kind, subject, created_at, sent_at, last_error, dropped_reason }) => ({
        id,
        kind,
        subject,
        createdAt: created_at.toISOString(),
        sentAt: sent_at?.toISOString() ?? null,
        lastError: last_error,
        droppedReason: dropped_reason,
      }),
    ),
    documents: documents.get(orderId) ?? [],
    notes: notes.map(({ id, text, author_id, at }) => ({
      id,
      text,
      by: nameOf(author_id),
      at: at.toISOString(),
    })),
    movements: movements.map(({ id, variant_id, cause, delta, stock_after, at }) => ({
      id,
      variantId: variant_id,
      cause,
      delta,
      stockAfter: stock_after,
      at: at.toISOString(),
    })),
  }
}

function sumOf(cents: number[]): number {
  return toDollars(cents.reduce((sum, part) => sum + part, 0))
}

/** The fields of the order itself. */
function describe(row: OrderRow, lines: readonly OrderLineRow[]) {
  return {
    id: row.id,
    orderNumber: toOrderNumber(row.number),
    version: row.version,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    lines: lines.map((line) => ({
      variantId: line.variant_id,
      productId: line.product_id,
      identifier: line.identifier,
      name: line.name,
      attributeValues: line.attributes,
      picture: toPicture(line),
      quantity: line.quantity,
      unitPrice: toDollars(line.unit_cents),
      discount: toDollars(line.discount_cents),
      totalPrice: toDollars(line.unit_cents * line.quantity),
    })),
    itemsTotalPrice: toDollars(row.items_cents),
    shippingFee: toDollars(row.shipping_cents),
    couponDiscountAmount: toDollars(row.discount_cents),
    totalAmount: toDollars(row.total_cents),
    ...taxFieldsOf(row, lines),
    appliedCoupon: row.coupon,
    couponId: row.coupon_id,
    remark: row.remark,
    ...buyerOf(row),
    ...withGift(row),
    isForRecipient: row.is_for_recipient,
    email: row.email,
    address: toAddress(row),
    delivery: toDelivery(row),
    tracking: toTracking(row),
    holdEndsAt: row.hold_ends_at?.toISOString() ?? null,
    givenUpAt: row.given_up_at?.toISOString() ?? null,
    completesAt: row.completes_at?.toISOString() ?? null,
    exchangeOf: row.exchange_of,
  }
}

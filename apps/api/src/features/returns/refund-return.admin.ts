import { returnRefundKeys } from '@solvane/contract/order-workflow'
import { toReturnNumber } from '@solvane/contract/returns'
import type { refundReturn as refundEndpoint, StaffReturn } from '@solvane/contract/returns.admin'
import type { z } from 'zod'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { toDollars } from '../catalog/to-card.ts'
import { creditUnpaid } from '../invoices/issue-invoices.ts'
import { cancelReturnedOrder, endWithdrawnOrder } from '../orders/exchange-order.ts'
import { publishOrderChanged } from '../orders/publish-changes.ts'
import { requestRefund } from '../payments/request-refund.ts'
import { returnPolicyById } from '../return-policies/return-policies.ts'
import { refundOutlook } from './get-return.admin.ts'
import { type Context, handle, restock } from './handle-return.admin.ts'
import { isExchangeCancelled } from './returns.queries.ts'

/**
 * Refunds an inspected return, or one whose exchange was cancelled, with its provider, and restocks what is fit for sale. Throws `CASH_NOT_RECORDED` while the
 * cash of its order is still to be recorded, unless everything has come back and staff say that it was never collected: then
 * the order is cancelled,
 * `RETURN_AMOUNT_CHANGED` with `details.amount` if another amount is due than `amount`,
 * `REFUND_REFERENCE_MISSING` if no provider can refund it and staff do not say how they did.
 */
export async function refundReturn(
  ctx: Context,
  adminId: string,
  {
    returnId,
    amount,
    reference,
    isUnpaid,
    isPaidBack = false,
  }: z.output<typeof refundEndpoint.body> & { returnId: string },
): Promise<StaffReturn> {
  let isOrderCancelled = false
  const found = await handle(
    ctx,
    adminId,
    returnId,
    async (tx, { row, lines }) => {
      isOrderCancelled = false
      if (row.status !== 'INSPECTED' && !(await isExchangeCancelled(tx, row)))
        throw new ShopError('RETURN_STATE')
      if (isPaidBack) {
        if (row.status !== 'EXCHANGED') throw new ShopError('RETURN_STATE')
        return { to: 'REFUNDED', refunded_cents: 0, delivery_cents: 0, wrap_cents: 0 }
      }
      const policy = await returnPolicyById(tx, row.policy_id)
      const due = await refundOutlook(ctx, tx, { row, lines, policy })
      if (due.awaitsCash) {
        if (!isUnpaid || !due.isBack) throw new ShopError('CASH_NOT_RECORDED')
        const reason = `Return ${toReturnNumber(row.number)}: nobody paid`
        await cancelReturnedOrder(ctx, tx, {
          orderId: row.paid_order_id,
          actorId: adminId,
          reason,
        })
        isOrderCancelled = true
      }
      if (due.amount !== Math.round(amount * 100))
        throw new ShopError('RETURN_AMOUNT_CHANGED', { amount: toDollars(due.amount) })
      if (due.amount > 0) {
        if (!due.isByProvider && !reference) throw new ShopError('REFUND_REFERENCE_MISSING')
        for (const { orderId, cents: amountCents, parts } of due.shares)
          await requestRefund(ctx, tx, {
            orderId,
            amountCents,
            parts,
            reason: reference || `Return ${toReturnNumber(row.number)}`,
            key: `${returnRefundKeys}${row.id}`,
            by: adminId,
            // A reference means that staff paid the whole refund by hand, even if a provider could.
            byHand: Boolean(reference),
            isAnother: true,
          })
      }
      const isAllRefunded = row.paid_order_id === row.order_id && due.amount === due.refundable
      await endWithdrawnOrder(ctx, tx, {
        orderId: row.order_id,
        isPaidBack: isAllRefunded,
        actorId: adminId,
        reason: `Return ${toReturnNumber(row.number)}: ${isAllRefunded ? 'everything refunded' : 'everything came back'}`,
      })
      return {
        to: 'REFUNDED',
        refunded_cents: due.amount,
        delivery_cents: Math.min(due.delivery, due.amount),
        wrap_cents: Math.min(due.wrapping, Math.max(0, due.amount - due.delivery)),
      }
    },
    async (tx, locked) => {
      const restocked = await restock(ctx, tx, locked, adminId)
      if (isOrderCancelled) await creditUnpaid(ctx, tx, locked.row.paid_order_id)
      return restocked
    },
  )
  // The order that paid for an exchange.
  if (isOrderCancelled && found.paidOrderId !== found.orderId)
    publishOrderChanged(ctx, found.paidOrderId)
  return found
}

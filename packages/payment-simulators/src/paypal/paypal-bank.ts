import { randomBytes, randomUUID } from 'node:crypto'
import type { RecordLog } from '../simulator.ts'
import type { WebhookSender } from '../webhook-sender.ts'
import {
  type Capture,
  checkRefund,
  type Dispute,
  type Instrument,
  type Link,
  type Money,
  type Order,
  type PayPageNote,
  type PurchaseUnit,
  type Refund,
  unknownResource,
  unprocessable,
} from './paypal-objects.ts'

/** How long a delayed payment takes by default, in milliseconds. */
const delay = 60_000
/** How long an order can be approved and captured, in milliseconds. */
const life = 6 * 60 * 60 * 1000

/** The simulated orders, captures and refunds; sends the shop their events. */
export interface PayPalBank {
  open(unit: PurchaseUnit, note: Pick<PayPageNote, 'returnUrl' | 'cancelUrl'>): Order
  order(id: string): Order | undefined
  note(id: string): PayPageNote
  approve(id: string, instrument: Instrument): void
  /** Captures the order, or another `amount` than agreed. Throws for what PayPal rejects. */
  capture(id: string, amount?: Money): Order
  /** Settles a delayed payment. */
  settle(id: string, outcome: 'succeeds' | 'fails'): void
  refund(captureId: string, amount: Money | undefined, customId: string | undefined): Refund
  /** The payer disputes captures: all of each. */
  dispute(...captureIds: string[]): Dispute
  closeDispute(id: string, outcome: 'won' | 'lost'): void
  /** Settles the payments that are due. */
  tick(): void
}

export interface PayPalBankOptions {
  log: RecordLog
  webhooks: WebhookSender
  now: () => Date
  /** The URL of the API, for links. */
  apiAddress: string
  /** The URL of an order's payment page. */
  payPageOf: (orderId: string) => string
}

export function openPayPalBank(options: PayPalBankOptions): PayPalBank {
  const { log, webhooks, now, apiAddress, payPageOf } = options
  const stamp = () =>
    now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
  const linkTo = (path: string, rel = 'self'): Link => ({
    href: apiAddress + path,
    rel,
    method: 'GET',
  })
  const put = (order: Order) => log.put('order', order.id, order)
  const noteOf = (id: string) => {
    const note = log.get<PayPageNote>('note', id)
    if (!note) throw new Error(`There is no order ${id}`)
    return note
  }

  function orderOf(id: string): Order | undefined {
    const order = log.get<Order>('order', id)
    const isOver = order && now().getTime() > Date.parse(order.create_time) + life
    return isOver && order.status !== 'COMPLETED' ? undefined : order
  }

  function existing(id: string): Order {
    const order = orderOf(id)
    if (!order) throw unknownResource()
    return order
  }

  function sendEvent(event_type: string, resource_type: string, resource: object): void {
    const id = `WH-${newId()}-${newId()}`
    webhooks.send(id, {
      id,
      create_time: now().toISOString(),
      event_version: '1.0',
      resource_type,
      resource_version: '2.0',
      event_type,
      summary: event_type,
      resource,
      links: [],
    })
  }

  function sendCaptureEvent(event: string, orderId: string, capture: Capture): void {
    const supplementary_data = { related_ids: { order_id: orderId } }
    sendEvent(`PAYMENT.CAPTURE.${event}`, 'capture', { ...capture, supplementary_data })
  }

  /** The order with its capture replaced. */
  function withCapture(order: Order, capture: Capture, refund?: Refund): Order {
    const [unit] = order.purchase_units
    const refunds = [...(unit.payments?.refunds ?? []), ...(refund ? [refund] : [])]
    const payments = { captures: [capture], ...(refunds.length > 0 && { refunds }) }
    return { ...order, update_time: stamp(), purchase_units: [{ ...unit, payments }] }
  }

  function isInvoiceTaken(invoice: string | undefined, id: string): boolean {
    return log
      .list<Order>('order')
      .some(
        ({ id: other, purchase_units: [unit] }) =>
          other !== id && unit.payments && unit.invoice_id === invoice && invoice !== undefined,
      )
  }

  function orderOfCapture(captureId: string): Order | undefined {
    return log
      .list<Order>('order')
      .find(({ purchase_units: [unit] }) => unit.payments?.captures[0]?.id === captureId)
  }

  function settle(id: string, outcome: 'succeeds' | 'fails'): void {
    const order = existing(id)
    const capture = order.purchase_units[0].payments?.captures[0]
    if (capture?.status !== 'PENDING') return
    const { status_details: _, ...rest } = capture
    const settled: Capture = {
      ...rest,
      status: outcome === 'succeeds' ? 'COMPLETED' : 'DECLINED',
      update_time: stamp(),
    }
    log.put('note', id, { ...noteOf(id), settlesAt: null })
    put(withCapture(order, settled))
    sendCaptureEvent(outcome === 'succeeds' ? 'COMPLETED' : 'DENIED', id, settled)
  }

  return {
    open(unit, { returnUrl, cancelUrl }) {
      const id = newId()
      const order: Order = {
        id,
        intent: 'CAPTURE',
        status: 'PAYER_ACTION_REQUIRED',
        purchase_units: [unit],
        create_time: stamp(),
        update_time: stamp(),
        links: [
          linkTo(`/v2/checkout/orders/${id}`),
          { href: payPageOf(id), rel: 'payer-action', method: 'GET' },
        ],
      }
      log.put('note', id, { returnUrl, cancelUrl, instrument: 'pays', settlesAt: null })
      put(order)
      return order
    },
    order: orderOf,
    note: noteOf,
    approve(id, instrument) {
      const order = existing(id)
      if (order.status !== 'PAYER_ACTION_REQUIRED') return
      log.put('note', id, { ...noteOf(id), instrument })
      const approved: Order = { ...order, status: 'APPROVED', update_time: stamp() }
      put(approved)
      sendEvent('CHECKOUT.ORDER.APPROVED', 'checkout-order', approved)
    },
    capture(id, amount) {
      const order = existing(id)
      const [unit] = order.purchase_units
      if (order.status === 'COMPLETED')
        throw unprocessable('ORDER_ALREADY_CAPTURED', 'Order already captured.')
      if (order.status !== 'APPROVED')
        throw unprocessable(
          'ORDER_NOT_APPROVED',
          'Payer has not yet approved the Order for payment.',
        )
      if (isInvoiceTaken(unit.invoice_id, id))
        throw unprocessable('DUPLICATE_INVOICE_ID', 'Duplicate Invoice ID detected.')
      const { instrument } = noteOf(id)
      const captureId = newId()
      const capture: Capture = {
        id: captureId,
        status:
          instrument === 'pays'
            ? 'COMPLETED'
            : instrument === 'is declined'
              ? 'DECLINED'
              : 'PENDING',
        ...(instrument === 'takes its time' && { status_details: { reason: 'ECHECK' } }),
        amount: amount ?? unit.amount,
        final_capture: true,
        ...(unit.invoice_id && { invoice_id: unit.invoice_id }),
        ...(unit.custom_id && { custom_id: unit.custom_id }),
        create_time: stamp(),
        update_time: stamp(),
        links: [
          linkTo(`/v2/payments/captures/${captureId}`),
          linkTo(`/v2/checkout/orders/${id}`, 'up'),
        ],
      }
      const completed: Order = { ...withCapture(order, capture), status: 'COMPLETED' }
      if (capture.status === 'PENDING')
        log.put('note', id, { ...noteOf(id), settlesAt: now().getTime() + delay })
      put(completed)
      sendCaptureEvent(capture.status, id, capture)
      return completed
    },
    settle,
    refund(captureId, amount, customId) {
      const { order, capture, cents, isAll } = checkRefund(orderOfCapture(captureId), amount)
      const id = newId()
      const refund: Refund = {
        id,
        status: 'COMPLETED',
        amount: { ...capture.amount, value: (cents / 100).toFixed(2) },
        ...((customId ?? capture.custom_id) && { custom_id: customId ?? capture.custom_id }),
        ...(capture.invoice_id && { invoice_id: capture.invoice_id }),
        create_time: stamp(),
        update_time: stamp(),
        links: [
          linkTo(`/v2/payments/refunds/${id}`),
          linkTo(`/v2/payments/captures/${captureId}`, 'up'),
        ],
      }
      const status = isAll ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
      put(withCapture(order, { ...capture, status, update_time: stamp() }, refund))
      sendEvent('PAYMENT.CAPTURE.REFUNDED', 'refund', refund)
      return refund
    },
    dispute(...captureIds) {
      const transactions = captureIds.map((id) => {
        const order = orderOfCapture(id)
        if (!order) throw unknownResource()
        return { seller_transaction_id: id, gross_amount: order.purchase_units[0].amount }
      })
      const total = transactions.reduce(
        (sum, { gross_amount: { value } }) => sum + Number(value),
        0,
      )
      const dispute: Dispute = {
        dispute_id: `PP-R-${newId()}`,
        create_time: now().toISOString(),
        update_time: now().toISOString(),
        disputed_transactions: transactions,
        reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
        status: 'WAITING_FOR_SELLER_RESPONSE',
        dispute_amount: { currency_code: 'USD', value: total.toFixed(2) },
      }
      log.put('dispute', dispute.dispute_id, dispute)
      sendEvent('CUSTOMER.DISPUTE.CREATED', 'dispute', dispute)
      return dispute
    },
    closeDispute(id, outcome) {
      const dispute = log.get<Dispute>('dispute', id)
      if (!dispute) throw unknownResource()
      const closed: Dispute = {
        ...dispute,
        update_time: now().toISOString(),
        status: 'RESOLVED',
        dispute_outcome:
          outcome === 'won'
            ? { outcome_code: 'RESOLVED_SELLER_FAVOUR' }
            : {
                outcome_code: 'RESOLVED_BUYER_FAVOUR',
                amount_refunded: dispute.dispute_amount,
              },
      }
      log.put('dispute', id, closed)
      sendEvent('CUSTOMER.DISPUTE.RESOLVED', 'dispute', closed)
    },
    tick() {
      for (const { id } of log.list<Order>('order')) {
        const { settlesAt } = noteOf(id)
        if (settlesAt !== null && settlesAt <= now().getTime()) settle(id, 'succeeds')
      }
    },
  }
}

/** An id in PayPal's format: 17 capitals and digits. */
function newId(): string {
  return BigInt(`0x${randomBytes(16).toString('hex')}${randomUUID().slice(0, 2)}`)
    .toString(36)
    .toUpperCase()
    .padStart(17, '0')
    .slice(0, 17)
}

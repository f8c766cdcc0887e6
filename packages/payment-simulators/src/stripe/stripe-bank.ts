import { randomBytes } from 'node:crypto'
import type { RecordLog } from '../simulator.ts'
import type { WebhookSender } from '../webhook-sender.ts'
import type {
  Charge,
  Dispute,
  PaymentIntent,
  PayPageNote,
  Refund,
  Session,
} from './stripe-objects.ts'

/** How long a delayed payment takes by default, in milliseconds. */
const delay = 60_000

/** How long a dispute can be answered, in seconds. */
const timeToAnswer = 7 * 24 * 60 * 60

/** The simulated sessions, payment intents, charges and refunds; sends the shop their events. */
export interface StripeBank {
  open(session: Session, note: PayPageNote): void
  session(id: string): Session | undefined
  /** The first session that matches. */
  find(isWanted: (session: Session) => boolean): Session | undefined
  note(id: string): PayPageNote
  intent(id: string): PaymentIntent | undefined
  charge(id: string): Charge | undefined
  refund(id: string): Refund | undefined
  refundsOf(intentId: string): Refund[]
  /** Pays the session: its amount, or `cents`. */
  approve(id: string, cents?: number): void
  /** Declines the card; the session stays open. */
  decline(id: string): void
  /** Pays with a delayed payment method. */
  delay(id: string): void
  /** Settles a delayed payment. */
  settle(id: string, outcome: 'succeeds' | 'fails'): void
  expire(id: string): void
  makeRefund(wanted: Pick<Refund, 'payment_intent' | 'amount' | 'metadata'>): Refund
  /** Fails a refund that had succeeded. */
  failRefund(id: string): void
  /** The payer disputes a payment: all of it, or `cents`. */
  dispute(intentId: string, cents?: number): Dispute
  closeDispute(id: string, outcome: 'won' | 'lost'): void
  /** Expires and settles what is due. */
  tick(): void
}

export function openStripeBank(
  log: RecordLog,
  webhooks: WebhookSender,
  now: () => Date,
): StripeBank {
  const seconds = () => Math.floor(now().getTime() / 1000)
  const put = (object: Session | PaymentIntent | Charge | Refund | Dispute) =>
    log.put(object.object, object.id, object)
  const noteOf = (id: string) => {
    const note = log.get<PayPageNote>('note', id)
    if (!note) throw new Error(`There is no session ${id}`)
    return note
  }

  function sendEvent(type: string, object: object): void {
    const id = newId('evt')
    webhooks.send(id, {
      id,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: seconds(),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    })
  }

  /** The session, expired if it is due. */
  function sessionOf(id: string): Session | undefined {
    const session = log.get<Session>('checkout.session', id)
    if (session?.status !== 'open' || session.expires_at > seconds()) return session
    return close({ ...session, status: 'expired', url: null }, 'checkout.session.expired')
  }

  function openSession(id: string): Session {
    const session = sessionOf(id)
    if (session?.status !== 'open') throw new Error(`The session ${id} is not open`)
    return session
  }

  function close(session: Session, event: string): Session {
    put(session)
    sendEvent(event, session)
    return session
  }

  function makeIntent(session: Session, fields: Pick<PaymentIntent, 'status'>): PaymentIntent {
    const { intentMetadata, intentDescription } = noteOf(session.id)
    const intent: PaymentIntent = {
      id: newId('pi'),
      object: 'payment_intent',
      amount: session.amount_total,
      amount_received: 0,
      created: seconds(),
      currency: session.currency,
      description: intentDescription,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      metadata: intentMetadata,
      ...fields,
    }
    put(intent)
    return intent
  }

  function collect(intent: PaymentIntent, cents: number): void {
    const charge: Charge = {
      id: newId('ch'),
      object: 'charge',
      amount: cents,
      amount_captured: cents,
      amount_refunded: 0,
      captured: true,
      created: seconds(),
      currency: intent.currency,
      livemode: false,
      metadata: intent.metadata,
      paid: true,
      payment_intent: intent.id,
      refunded: false,
      status: 'succeeded',
    }
    put(charge)
    put({ ...intent, status: 'succeeded', amount_received: cents, latest_charge: charge.id })
  }

  function settle(id: string, outcome: 'succeeds' | 'fails'): void {
    const session = log.get<Session>('checkout.session', id)
    const intent = log.get<PaymentIntent>('payment_intent', session?.payment_intent ?? '')
    if (!session || intent?.status !== 'processing') return
    log.put('note', id, { ...noteOf(id), settlesAt: null })
    if (outcome === 'succeeds') {
      collect(intent, session.amount_total)
      close({ ...session, payment_status: 'paid' }, 'checkout.session.async_payment_succeeded')
    } else {
      const message = 'The bank declined the payment.'
      const rejection = {
        code: 'payment_intent_payment_attempt_failed',
        message,
        type: 'card_error',
      }
      put({
        ...intent,
        status: 'requires_payment_method',
        last_payment_error: rejection,
      } as PaymentIntent)
      close(session, 'checkout.session.async_payment_failed')
    }
  }

  return {
    open(session, note) {
      log.put('note', session.id, note)
      put(session)
    },
    session: sessionOf,
    find: (isWanted) => log.list<Session>('checkout.session').find(isWanted),
    note: noteOf,
    intent: (id) => log.get('payment_intent', id),
    charge: (id) => log.get('charge', id),
    refund: (id) => log.get('refund', id),
    refundsOf: (intentId) =>
      log.list<Refund>('refund').filter(({ payment_intent }) => payment_intent === intentId),
    approve(id, cents) {
      const session = openSession(id)
      const intent = makeIntent(session, { status: 'processing' })
      collect(intent, cents ?? session.amount_total)
      const paid = {
        payment_intent: intent.id,
        payment_status: 'paid',
        status: 'complete',
      } as const
      close({ ...session, ...paid, url: null }, 'checkout.session.completed')
    },
    decline(id) {
      openSession(id)
      log.put('note', id, { ...noteOf(id), notice: 'The card was declined. You can try again.' })
    },
    delay(id) {
      const session = openSession(id)
      const intent = makeIntent(session, { status: 'processing' })
      log.put('note', id, { ...noteOf(id), notice: null, settlesAt: now().getTime() + delay })
      close(
        { ...session, payment_intent: intent.id, status: 'complete', url: null },
        'checkout.session.completed',
      )
    },
    settle,
    expire(id) {
      close({ ...openSession(id), status: 'expired', url: null }, 'checkout.session.expired')
    },
    makeRefund({ payment_intent, amount, metadata }) {
      const intent = log.get<PaymentIntent>('payment_intent', payment_intent)
      const charge = log.get<Charge>('charge', intent?.latest_charge ?? '')
      if (!charge) throw new Error(`There is no money of ${payment_intent}`)
      const refund: Refund = {
        id: newId('re'),
        object: 'refund',
        amount,
        charge: charge.id,
        created: seconds(),
        currency: charge.currency,
        metadata,
        payment_intent,
        status: 'succeeded',
      }
      const amount_refunded = charge.amount_refunded + amount
      const refunded = amount_refunded === charge.amount
      put(refund)
      put({ ...charge, amount_refunded, refunded })
      sendEvent('charge.refunded', { ...charge, amount_refunded, refunded })
      return refund
    },
    failRefund(id) {
      const refund = log.get<Refund>('refund', id)
      const charge = log.get<Charge>('charge', refund?.charge ?? '')
      if (!refund || !charge) throw new Error(`There is no refund ${id}`)
      const failure_reason = 'expired_or_canceled_card'
      const failed: Refund = { ...refund, status: 'failed', failure_reason }
      put(failed)
      const amount_refunded = charge.amount_refunded - refund.amount
      put({ ...charge, amount_refunded, refunded: false })
      sendEvent('refund.failed', failed)
    },
    dispute(intentId, cents) {
      const intent = log.get<PaymentIntent>('payment_intent', intentId)
      if (!intent?.latest_charge) throw new Error(`There is no money of ${intentId}`)
      const dispute: Dispute = {
        id: newId('du'),
        object: 'dispute',
        amount: cents ?? intent.amount_received,
        charge: intent.latest_charge,
        created: seconds(),
        currency: intent.currency,
        evidence_details: { due_by: seconds() + timeToAnswer },
        payment_intent: intentId,
        reason: 'fraudulent',
        status: 'needs_response',
      }
      put(dispute)
      sendEvent('charge.dispute.created', dispute)
      return dispute
    },
    closeDispute(id, outcome) {
      const dispute = log.get<Dispute>('dispute', id)
      if (!dispute) throw new Error(`There is no dispute ${id}`)
      put({ ...dispute, status: outcome })
      sendEvent('charge.dispute.closed', { ...dispute, status: outcome })
    },
    tick() {
      for (const { id } of log.list<Session>('checkout.session')) {
        sessionOf(id)
        const { settlesAt } = noteOf(id)
        if (settlesAt !== null && settlesAt <= now().getTime()) settle(id, 'succeeds')
      }
    },
  }
}

/** An id in Stripe's format. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replaceAll(/[-_]/g, '0')}`
}

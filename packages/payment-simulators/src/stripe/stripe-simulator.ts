import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Choice, inDollars, type PayPage, sendPayPage } from '../pay-page.ts'
import { type ProviderSimulator, simulateProvider } from '../provider-simulator.ts'
import { openRecordLog, rejectProduction, type SimulatorOptions } from '../simulator.ts'
import { openWebhookSender } from '../webhook-sender.ts'
import { serveStripeApi } from './stripe-api.ts'
import { openStripeBank, type StripeBank } from './stripe-bank.ts'
import type { Session } from './stripe-objects.ts'

export type StripeSimulator = ProviderSimulator<StripeBank>

/** Simulates Stripe, with the shop's keys. Throws in production. */
export function openStripeSimulator(
  options: SimulatorOptions & { secretKey: string; webhookSecret: string },
): StripeSimulator {
  rejectProduction(options.mode)
  const log = openRecordLog(options.file)
  const webhooks = openWebhookSender({
    log,
    target: options.webhookTarget,
    sign: (body) => ({ 'stripe-signature': signStripe(body, options.webhookSecret) }),
  })
  const bank = openStripeBank(log, webhooks, options.now)
  return simulateProvider({
    bank,
    webhooks,
    servePayPage: (scope) => serveStripePayPage(scope, bank),
    serveApi: (scope) =>
      serveStripeApi(scope, {
        bank,
        log,
        secretKey: options.secretKey,
        now: options.now,
        payPageOf: (id) => `${options.publicAddress}/pay/${id}`,
      }),
  })
}

/** Stripe's signature header for a message sent now. */
export function signStripe(body: string, secret: string): string {
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}

const beforePaying: Choice[] = [
  { action: 'approve', label: 'Approve', means: 'The payment succeeds at once.' },
  {
    action: 'decline',
    label: 'Decline',
    means: 'The card is declined. The page stays open for another attempt.',
  },
  {
    action: 'delay',
    label: 'Delay',
    means: 'The bank takes its time: you decide later, or it succeeds after a minute.',
  },
  {
    action: 'abandon',
    label: 'Abandon',
    means: 'Back to the order without paying. This page can be opened again.',
  },
]
const whileWaiting: Choice[] = [
  { action: 'succeed', label: 'Let it succeed', means: 'The money arrives now.' },
  { action: 'fail', label: 'Let it fail', means: 'The bank declines the payment after all.' },
]

/** Serves the page of a session at `/pay/{id}`. */
function serveStripePayPage(scope: FastifyInstance, bank: StripeBank): void {
  const options = { schema: { hide: true } }

  function show(reply: FastifyReply, id: string, status = 200): FastifyReply {
    const session = bank.session(id)
    if (!session) return reply.callNotFound() as unknown as FastifyReply
    return sendPayPage(reply, status, pageOf(bank, session))
  }

  scope.get<{ Params: { id: string } }>('/pay/:id', options, ({ params }, reply) =>
    show(reply, params.id),
  )
  scope.post<{ Params: { id: string } }>('/pay/:id', options, ({ params, body, url }, reply) => {
    const { id } = params
    const session = bank.session(id)
    if (!session) return reply.callNotFound()
    const action = new URLSearchParams(String(body ?? '')).get('action')
    if (action === 'succeed' || action === 'fail') {
      bank.settle(id, action === 'succeed' ? 'succeeds' : 'fails')
      return reply.redirect(session.success_url, 303)
    }
    if (action === 'abandon') return reply.redirect(session.cancel_url, 303)
    // Clicked in an outdated tab.
    if (session.status !== 'open') return show(reply, id, 409)
    if (action === 'approve') {
      bank.approve(id)
      return reply.redirect(session.success_url, 303)
    }
    if (action === 'decline') bank.decline(id)
    else if (action === 'delay') bank.delay(id)
    else return show(reply, id, 400)
    return reply.redirect(url, 303)
  })
}

function pageOf(bank: StripeBank, session: Session): PayPage {
  const { name, notice } = bank.note(session.id)
  const intent = session.payment_intent ? bank.intent(session.payment_intent) : undefined
  const page = {
    provider: 'Stripe',
    assets: '../assets',
    amount: inDollars(session.amount_total),
    description: name,
    backUrl: session.success_url,
    leadsTo: [session.success_url, session.cancel_url].map((url) => new URL(url).origin),
  }
  if (session.status === 'open')
    return {
      ...page,
      title: 'Pay by card',
      choices: beforePaying,
      // "Abandon" leads there.
      backUrl: null,
      ...(notice && { notice }),
    }
  if (session.status === 'expired')
    return { ...page, title: 'The time to pay is over', choices: [] }
  if (session.payment_status === 'paid') return { ...page, title: 'Paid', choices: [] }
  return intent?.status === 'processing'
    ? { ...page, title: 'The bank takes its time', choices: whileWaiting }
    : { ...page, title: 'The bank declined the payment', choices: [] }
}

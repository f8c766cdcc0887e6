import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Choice, inDollars, type PayPage, sendPayPage } from '../pay-page.ts'
import { type ProviderSimulator, simulateProvider } from '../provider-simulator.ts'
import { openRecordLog, rejectProduction, type SimulatorOptions } from '../simulator.ts'
import { openWebhookSender } from '../webhook-sender.ts'
import { openPayPalSigner, servePayPalApi } from './paypal-api.ts'
import { openPayPalBank, type PayPalBank } from './paypal-bank.ts'
import type { Instrument, Order } from './paypal-objects.ts'

export type PayPalSimulator = ProviderSimulator<PayPalBank>

/** Simulates PayPal, with the shop's credentials. Throws in production. */
export function openPayPalSimulator(
  options: SimulatorOptions & { clientId: string; clientSecret: string; webhookId: string },
): PayPalSimulator {
  rejectProduction(options.mode)
  const { publicAddress, now } = options
  const log = openRecordLog(options.file)
  const signer = openPayPalSigner(options.webhookId, `${publicAddress}/v1/notifications/certs`)
  const webhooks = openWebhookSender({
    log,
    target: options.webhookTarget,
    sign: (body) => ({ ...signer.sign(body) }),
  })
  const bank = openPayPalBank({
    log,
    webhooks,
    now,
    apiAddress: publicAddress,
    payPageOf: (id) => `${publicAddress}${payPagePath}?token=${id}`,
  })
  const { clientId, clientSecret } = options
  return simulateProvider({
    bank,
    webhooks,
    servePayPage: (scope) => servePayPalPayPage(scope, bank),
    serveApi: (scope) => servePayPalApi(scope, { bank, log, signer, clientId, clientSecret }),
  })
}

const beforePaying: Choice[] = [
  {
    action: 'approve',
    label: 'Approve',
    means: 'You agree, and the shop takes the money at once.',
  },
  { action: 'decline', label: 'Decline', means: 'You agree, but the payment is declined.' },
  {
    action: 'delay',
    label: 'Delay',
    means:
      'You agree, and the money takes its time: you decide later, or it arrives after a minute.',
  },
  {
    action: 'abandon',
    label: 'Abandon',
    means: 'Back to the order without paying. This page can be opened again.',
  },
]
const whileWaiting: Choice[] = [
  { action: 'succeed', label: 'Let it succeed', means: 'The money arrives now.' },
  { action: 'fail', label: 'Let it fail', means: 'The payment is declined after all.' },
]

const instruments: Record<string, Instrument> = {
  approve: 'pays',
  decline: 'is declined',
  delay: 'takes its time',
}

/** PayPal's path of the payment page. */
const payPagePath = '/checkoutnow'

/** Serves the payment page of the order named by the parameter `token`. */
function servePayPalPayPage(scope: FastifyInstance, bank: PayPalBank): void {
  const options = { schema: { hide: true } }

  function show(reply: FastifyReply, id: string, status = 200) {
    const order = bank.order(id)
    return order ? sendPayPage(reply, status, pageOf(bank, order)) : reply.callNotFound()
  }

  scope.get<{ Querystring: { token?: string } }>(payPagePath, options, ({ query }, reply) =>
    show(reply, String(query.token)),
  )
  scope.post<{ Querystring: { token?: string } }>(payPagePath, options, (request, reply) => {
    const id = String(request.query.token)
    const order = bank.order(id)
    if (!order) return reply.callNotFound()
    const { returnUrl, cancelUrl } = bank.note(id)
    const action = new URLSearchParams(String(request.body ?? '')).get('action') ?? ''
    if (action === 'succeed' || action === 'fail') {
      bank.settle(id, action === 'succeed' ? 'succeeds' : 'fails')
      return reply.redirect(returnUrl, 303)
    }
    if (action === 'abandon') return reply.redirect(withQuery(cancelUrl, { token: id }), 303)
    const instrument = instruments[action]
    if (!instrument) return show(reply, id, 400)
    // Clicked in an outdated tab.
    if (order.status !== 'PAYER_ACTION_REQUIRED') return show(reply, id, 409)
    bank.approve(id, instrument)
    if (instrument === 'takes its time') return reply.redirect(request.url, 303)
    return reply.redirect(withQuery(returnUrl, { token: id, PayerID: 'TESTPAYER0000' }), 303)
  })
}

function pageOf(bank: PayPalBank, order: Order): PayPage {
  const { returnUrl, cancelUrl } = bank.note(order.id)
  const [unit] = order.purchase_units
  const page = {
    provider: 'PayPal',
    assets: 'assets',
    amount: inDollars(Math.round(Number(unit.amount.value) * 100)),
    description: unit.description ?? unit.invoice_id ?? order.id,
    backUrl: returnUrl,
    leadsTo: [returnUrl, cancelUrl].map((url) => new URL(url).origin),
  }
  if (order.status === 'PAYER_ACTION_REQUIRED')
    return { ...page, title: 'Pay with PayPal', choices: beforePaying, backUrl: null }
  const status = unit.payments?.captures[0]?.status
  if (status === 'PENDING')
    return { ...page, title: 'The money takes its time', choices: whileWaiting }
  if (!status)
    return { ...page, title: 'The shop takes the money next', choices: [], isPassing: true }
  return {
    ...page,
    title: status === 'DECLINED' ? 'The payment was declined' : 'Paid',
    choices: [],
  }
}

/** Adds PayPal's parameters to the shop's return URL. */
function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Choice, inDollars, type PayPage, sendPayPage } from '../pay-page.ts'
import type { StripeBank } from './stripe-bank.ts'
import type { Session } from './stripe-objects.ts'

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
export function serveStripePayPage(scope: FastifyInstance, bank: StripeBank): void {
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

import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parse } from 'qs'
import type { RecordLog } from '../simulator.ts'
import { newId, type StripeBank } from './stripe-bank.ts'
import { parseSession, type Refund, type Session, StripeRejection } from './stripe-objects.ts'

export interface StripeApiOptions {
  bank: StripeBank
  log: RecordLog
  secretKey: string
  now: () => Date
  /** The URL of a session's payment page. */
  payPageOf: (sessionId: string) => string
}

/** The response to a request with an idempotency key. */
interface Remembered {
  fingerprint: string
  status: number
  body: object
}

/** The most refunds that Stripe includes in an expanded charge. */
const mostExpanded = 10

/** Serves the part of Stripe's API that a shop with Checkout Sessions uses. */
export function serveStripeApi(scope: FastifyInstance, options: StripeApiOptions): void {
  const { bank, log, secretKey, now, payPageOf } = options
  const schema = { hide: true }

  scope.addHook('preHandler', async ({ headers }) => {
    if (headers.authorization !== `Bearer ${secretKey}`)
      throw new StripeRejection(401, 'Invalid API Key provided', { type: 'invalid_request_error' })
  })
  scope.setErrorHandler((error, _request, reply) => {
    const { status, type, code, param, message } =
      error instanceof StripeRejection
        ? error
        : {
            status: 500,
            type: 'api_error',
            message: String(error),
            code: undefined,
            param: undefined,
          }
    return reply
      .code(status)
      .send({ error: { type, message, ...(code && { code }), ...(param && { param }) } })
  })

  const sessionOf = ({ params }: FastifyRequest): Session => {
    const { id } = params as { id: string }
    const session = bank.session(id)
    if (!session) throw missing('checkout.session', id)
    return session
  }

  /** Repeats the response to an earlier request with the same key, without doing anything again. */
  async function once(request: FastifyRequest, reply: FastifyReply, work: () => object) {
    const key = request.headers['idempotency-key']
    const text = `${request.url} ${JSON.stringify(request.body)}`
    const fingerprint = createHash('sha256').update(text).digest('hex')
    const known = typeof key === 'string' ? log.get<Remembered>('idempotency', key) : undefined
    if (known && known.fingerprint !== fingerprint)
      throw new StripeRejection(
        400,
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        { type: 'idempotency_error' },
      )
    const body = known?.body ?? work()
    if (typeof key === 'string' && !known)
      log.put('idempotency', key, { fingerprint, status: 200, body })
    return reply.header('request-id', newId('req')).send(body)
  }

  scope.post('/v1/checkout/sessions', { schema }, (request, reply) =>
    once(request, reply, () => {
      const { session, note } = parseSession(parse(String(request.body ?? '')), now())
      const made = { ...session, id: newId('cs_test'), url: '' }
      made.url = payPageOf(made.id)
      bank.open(made, note)
      return made
    }),
  )
  scope.get('/v1/checkout/sessions/:id', { schema }, async (request) => {
    const { expand = [] } = parse(request.url.split('?')[1] ?? '') as { expand?: string[] }
    return expandSession(bank, sessionOf(request), Object.values(expand))
  })
  scope.post('/v1/checkout/sessions/:id/expire', { schema }, async (request) => {
    const session = sessionOf(request)
    if (session.status !== 'open')
      throw new StripeRejection(
        400,
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    bank.expire(session.id)
    return bank.session(session.id)
  })
  scope.get('/v1/refunds', { schema }, async (request) => listRefunds(bank, request))
  scope.post('/v1/refunds', { schema }, (request, reply) =>
    once(request, reply, () => {
      const {
        payment_intent = '',
        amount,
        metadata = {},
      } = parse(String(request.body ?? '')) as Record<string, string> & {
        metadata?: Record<string, string>
      }
      return refund(bank, payment_intent, Number(amount), metadata)
    }),
  )
}

/** A page of a payment intent's refunds, the newest first. */
function listRefunds(bank: StripeBank, { query }: FastifyRequest): object {
  const { payment_intent = '', limit = '10', starting_after } = query as Record<string, string>
  const all = bank.refundsOf(payment_intent).toReversed()
  const from = all.findIndex(({ id }) => id === starting_after) + 1
  const data = all.slice(from, from + Number(limit))
  return {
    object: 'list',
    data,
    has_more: from + data.length < all.length,
    url: '/v1/refunds',
  }
}

function refund(
  bank: StripeBank,
  intentId: string,
  amount: number,
  metadata: Record<string, string>,
): Refund {
  const intent = bank.intent(intentId)
  const charge = intent?.latest_charge ? bank.charge(intent.latest_charge) : undefined
  if (!charge) throw missing('payment_intent', intentId)
  const rest = charge.amount - charge.amount_refunded
  if (rest === 0)
    throw new StripeRejection(400, `Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  if (!Number.isInteger(amount) || amount <= 0 || amount > rest)
    throw new StripeRejection(
      400,
      `Refund amount ($${amount / 100}) is greater than unrefunded amount on charge ($${rest / 100})`,
      { param: 'amount' },
    )
  return bank.makeRefund({ payment_intent: intentId, amount, metadata })
}

/** The session with the objects in place of their ids, as `paths` require. */
function expandSession(bank: StripeBank, session: Session, paths: string[]): object {
  const isExpanded = (path: string) =>
    paths.some((wanted) => wanted === path || wanted.startsWith(`${path}.`))
  const intent = session.payment_intent && bank.intent(session.payment_intent)
  if (!intent || !isExpanded('payment_intent')) return session
  const charge = intent.latest_charge && bank.charge(intent.latest_charge)
  if (!charge || !isExpanded('payment_intent.latest_charge'))
    return { ...session, payment_intent: intent }
  const refunds = {
    object: 'list',
    data: bank.refundsOf(intent.id).toReversed().slice(0, mostExpanded),
    has_more: bank.refundsOf(intent.id).length > mostExpanded,
    url: `/v1/charges/${charge.id}/refunds`,
  }
  const hasRefunds = isExpanded('payment_intent.latest_charge.refunds')
  const latest_charge = { ...charge, ...(hasRefunds && { refunds }) }
  return { ...session, payment_intent: { ...intent, latest_charge } }
}

function missing(what: string, id: string): StripeRejection {
  return new StripeRejection(404, `No such ${what}: '${id}'`, { code: 'resource_missing' })
}

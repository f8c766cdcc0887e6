import {
  createHash,
  createSign,
  createVerify,
  generateKeyPairSync,
  type KeyPairKeyObjectResult,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RecordLog } from '../simulator.ts'
import type { PayPalBank } from './paypal-bank.ts'
import {
  type Money,
  PayPalRejection,
  type PurchaseUnit,
  unknownResource,
  unprocessable,
} from './paypal-objects.ts'

/** The headers that authenticate a message, in lower case. */
export interface PayPalSignature {
  'paypal-auth-algo': string
  'paypal-cert-url': string
  'paypal-transmission-id': string
  'paypal-transmission-sig': string
  'paypal-transmission-time': string
}

interface PayPalSigner {
  sign(body: string): PayPalSignature
  /** Whether the signature is valid for this body and webhook. */
  isGenuine(body: string, signature: PayPalSignature, webhookId: string): boolean
}

const algorithm = 'SHA256withRSA'

/** Made once a process: it takes a tenth of a second, and tests open many simulators. */
let keys: KeyPairKeyObjectResult | undefined

/**
 * Signs as PayPal does: RSA with SHA-256 over transmission id, time, webhook id and the checksum of
 * the body. The key lives as long as the process, so repeated messages are signed again.
 */
export function openPayPalSigner(webhookId: string, certificates: string): PayPalSigner {
  keys ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { privateKey, publicKey } = keys
  const certificate = `${certificates}/CERT-${randomUUID()}`
  const claim = (id: string, time: string, webhook: string, body: string) =>
    `${id}|${time}|${webhook}|${crc32(body)}`
  return {
    sign(body) {
      const id = randomUUID()
      const time = new Date().toISOString()
      const signer = createSign('RSA-SHA256').update(claim(id, time, webhookId, body))
      return {
        'paypal-auth-algo': algorithm,
        'paypal-cert-url': certificate,
        'paypal-transmission-id': id,
        'paypal-transmission-sig': signer.sign(privateKey, 'base64'),
        'paypal-transmission-time': time,
      }
    },
    isGenuine(body, signature, webhook) {
      if (signature['paypal-auth-algo'] !== algorithm) return false
      if (signature['paypal-cert-url'] !== certificate || webhook !== webhookId) return false
      const id = signature['paypal-transmission-id']
      const time = signature['paypal-transmission-time']
      return createVerify('RSA-SHA256')
        .update(claim(id, time, webhook, body))
        .verify(publicKey, signature['paypal-transmission-sig'], 'base64')
    },
  }
}

export interface PayPalApiOptions {
  bank: PayPalBank
  log: RecordLog
  signer: PayPalSigner
  clientId: string
  clientSecret: string
}

interface WantedOrder {
  intent?: string
  purchase_units?: Partial<PurchaseUnit>[]
  payment_source?: {
    paypal?: { experience_context?: { return_url?: string; cancel_url?: string } }
  }
}

/** Serves the part of PayPal's API that a shop with Orders v2 uses. */
export function servePayPalApi(scope: FastifyInstance, options: PayPalApiOptions): void {
  const { bank, log, signer, clientId, clientSecret } = options
  const schema = { hide: true }
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  // Derived from the credentials, so that tokens stay valid after a restart.
  const token = `A21${createHash('sha256').update(basic).digest('base64url')}`

  scope.addHook('preHandler', async ({ headers, url }) => {
    const wanted = url.startsWith(`${scope.prefix}/v1/oauth2/`) ? basic : `Bearer ${token}`
    if (headers.authorization !== wanted)
      throw new PayPalRejection(401, 'AUTHENTICATION_FAILURE', 'Authentication failed.')
  })
  scope.setErrorHandler((error, _request, reply) => sendError(reply, error))

  /**
   * Repeats the response to an earlier request with the same request id, without doing anything
   * again.
   */
  function once(request: FastifyRequest, work: () => object): object {
    const sent = request.headers['paypal-request-id']
    const key = typeof sent === 'string' ? `${request.url} ${sent}` : null
    const known = key && log.get<{ body: object }>('request', key)
    if (known) return known.body
    const body = work()
    if (key) log.put('request', key, { body })
    return body
  }

  scope.post('/v1/oauth2/token', { schema }, async () => ({
    scope: 'https://uri.paypal.com/services/payments/payment',
    access_token: token,
    token_type: 'Bearer',
    app_id: 'APP-80W284485P519543T',
    expires_in: 32_400,
    nonce: randomBytes(16).toString('hex'),
  }))
  scope.post('/v2/checkout/orders', { schema }, async (request, reply) => {
    const order = once(request, () => openOrder(bank, parseJson(request.body) as WantedOrder))
    return reply.code(201).send(order)
  })
  scope.get<{ Params: { id: string } }>(
    '/v2/checkout/orders/:id',
    { schema },
    async ({ params }) => {
      const order = bank.order(params.id)
      if (!order) throw unknownResource()
      return order
    },
  )
  scope.post<{ Params: { id: string } }>(
    '/v2/checkout/orders/:id/capture',
    { schema },
    async (request, reply) =>
      reply.code(201).send(once(request, () => bank.capture(request.params.id))),
  )
  scope.post<{ Params: { id: string } }>(
    '/v2/payments/captures/:id/refund',
    { schema },
    async (request, reply) => {
      const { amount, custom_id } = parseJson(request.body) as {
        amount?: Money
        custom_id?: string
      }
      const refund = once(request, () => bank.refund(request.params.id, amount, custom_id))
      return reply.code(201).send(refund)
    },
  )
  scope.post('/v1/notifications/verify-webhook-signature', { schema }, async ({ body }) => {
    const claim = parseJson(body) as Record<string, string>
    // The exact bytes of the message: JSON.stringify might write it differently.
    const [, message = ''] = /"webhook_event":([\s\S]*)\}$/.exec(String(body)) ?? []
    const isGenuine = signer.isGenuine(
      message,
      {
        'paypal-auth-algo': String(claim.auth_algo),
        'paypal-cert-url': String(claim.cert_url),
        'paypal-transmission-id': String(claim.transmission_id),
        'paypal-transmission-sig': String(claim.transmission_sig),
        'paypal-transmission-time': String(claim.transmission_time),
      },
      String(claim.webhook_id),
    )
    return { verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' }
  })
}

function openOrder(bank: PayPalBank, wanted: WantedOrder): object {
  const [unit, ...others] = wanted.purchase_units ?? []
  const context = wanted.payment_source?.paypal?.experience_context
  const { currency_code, value } = unit?.amount ?? {}
  if (wanted.intent !== 'CAPTURE' || !unit || others.length > 0)
    throw unprocessable('UNSUPPORTED_INTENT', 'Only one purchase unit to be captured is simulated.')
  if (!currency_code || !value || !/^\d+\.\d{2}$/.test(value) || Number(value) <= 0)
    throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.')
  if (!context?.return_url || !context.cancel_url)
    throw unprocessable('MISSING_REQUIRED_PARAMETER', 'return_url and cancel_url are required.')
  return bank.open(
    { ...unit, reference_id: unit.reference_id ?? 'default', amount: { currency_code, value } },
    { returnUrl: context.return_url, cancelUrl: context.cancel_url },
  )
}

function parseJson(body: unknown): unknown {
  try {
    return body === undefined || body === '' ? {} : JSON.parse(String(body))
  } catch {
    throw new PayPalRejection(400, 'MALFORMED_REQUEST_JSON', 'The request JSON is not well formed.')
  }
}

const names: Record<number, string> = {
  400: 'INVALID_REQUEST',
  401: 'AUTHENTICATION_FAILURE',
  404: 'RESOURCE_NOT_FOUND',
  422: 'UNPROCESSABLE_ENTITY',
}

function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  const isRejection = error instanceof PayPalRejection
  const status = isRejection ? error.status : 500
  return reply.code(status).send({
    name: names[status] ?? 'INTERNAL_SERVER_ERROR',
    message: String(error),
    debug_id: randomBytes(7).toString('hex'),
    ...(isRejection && { details: [{ issue: error.issue, description: error.message }] }),
    links: [],
  })
}

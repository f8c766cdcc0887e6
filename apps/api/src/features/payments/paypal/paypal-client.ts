import {
  ApiError,
  Client,
  Environment,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk'
import { z } from 'zod'
import {
  ProviderRejection,
  ProviderUnavailable,
  type ReceivedEvent,
  type WebhookMessage,
} from '../provider.ts'

export interface PayPalCredentials {
  clientId: string
  clientSecret: string
  environment: 'live' | 'sandbox'
}

/** In milliseconds; a shopper is waiting. */
const defaultTimeout = 10_000

/** The part of PayPal's API that the shop uses. */
export interface PayPalApi {
  orders: OrdersController
  payments: PaymentsController
  /** Posts JSON to a path that the SDK has no method for, and returns the response's text. */
  post(path: string, json: string): Promise<{ result: string }>
}

/**
 * Sends a request to PayPal and returns its result. Throws `PayPalRejection` or
 * `ProviderUnavailable`.
 */
export type AskPayPal = <Result>(
  request: (api: PayPalApi) => Promise<{ result: Result }>,
) => Promise<Result>

/**
 * Opens PayPal's SDK; `testOrigin` is the origin of a simulator, `timeout` that of a response in
 * milliseconds.
 */
export function openPayPalClient(
  credentials: PayPalCredentials,
  testOrigin?: () => string,
  timeout = defaultTimeout,
): AskPayPal {
  const open = () => openApi(credentials, timeout, testOrigin)
  let api = open()
  return async (request) => {
    const asked = api
    try {
      return (await request(asked)).result
    } catch (error) {
      // The SDK keeps a rejected token, and the error of getting one, forever. If several requests
      // fail together, only the first one reopens it.
      if (!isAnswer(error) && api === asked) api = open()
      throw translateError(error)
    }
  }
}

function openApi(
  credentials: PayPalCredentials,
  timeout: number,
  testOrigin?: () => string,
): PayPalApi {
  const configuration = {
    timeout,
    environment: credentials.environment === 'live' ? Environment.Production : Environment.Sandbox,
    clientCredentialsAuthCredentials: {
      oAuthClientId: credentials.clientId,
      oAuthClientSecret: credentials.clientSecret,
    },
  }
  const client = testOrigin
    ? new RedirectedClient(configuration, testOrigin)
    : new Client(configuration)
  return {
    orders: new OrdersController(client),
    payments: new PaymentsController(client),
    async post(path, json) {
      const request = client.getRequestBuilderFactory()('POST', path)
      request.contentType('application/json')
      request.text(json)
      request.authenticate([{ oauth2: true }])
      return request.callAsText()
    },
  }
}

/** The SDK only knows PayPal's two hosts; this redirects its requests to another one. */
class RedirectedClient extends Client {
  readonly #origin: () => string

  constructor(configuration: ConstructorParameters<typeof Client>[0], origin: () => string) {
    // The shop calls itself directly, whatever proxy the environment names.
    super({ ...configuration, unstable_httpClientOptions: { proxy: false } })
    this.#origin = origin
  }

  override getRequestBuilderFactory(): ReturnType<Client['getRequestBuilderFactory']> {
    const build = super.getRequestBuilderFactory()
    return (...what) => {
      const builder = build(...what)
      builder.interceptRequest((request) => {
        const { pathname, search } = new URL(request.url)
        return { ...request, url: `${this.#origin()}${pathname}${search}` }
      })
      return builder
    }
  }
}

const errorBody = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).optional(),
})

/** A rejection, with PayPal's name of its reason. */
export class PayPalRejection extends ProviderRejection {
  readonly issue: string
  readonly status: number

  constructor(issue: string, status: number, cause: unknown) {
    super(`PayPal: ${issue}`, { cause })
    this.issue = issue
    this.status = status
  }
}

/**
 * Missing permissions, rate limits and conflicts do not count as rejections: the request may
 * succeed later.
 */
const passing = [403, 408, 409, 429]

/** Whether PayPal has answered the request itself, as opposed to the request for a token. */
function isAnswer(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    error.statusCode !== 401 &&
    !new URL(error.request.url).pathname.endsWith('/v1/oauth2/token')
  )
}

/** Translates an error of the SDK: a rejection, or an unknown outcome. */
function translateError(error: unknown): unknown {
  if (!isAnswer(error)) return new ProviderUnavailable(`PayPal: ${String(error)}`, { cause: error })
  const status = error.statusCode
  if (status < 400 || status >= 500 || passing.includes(status))
    return new ProviderUnavailable(`PayPal: ${status}`, { cause: error })
  const { name, details } = errorBody.safeParse(error.result).data ?? {}
  return new PayPalRejection(details?.[0]?.issue ?? name ?? String(status), status, error)
}

const event = z.looseObject({ id: z.string().max(200), event_type: z.string().max(200) })

const signature = z.object({
  'paypal-auth-algo': z.string().max(100),
  'paypal-cert-url': z.string().max(500),
  'paypal-transmission-id': z.string().max(200),
  'paypal-transmission-sig': z.string().max(2000),
  'paypal-transmission-time': z.string().max(100),
})

const verification = '/v1/notifications/verify-webhook-signature'

const verdict = z.object({ verification_status: z.string() })

/**
 * The event of a webhook, if PayPal confirms its signature; else null. The body is returned byte
 * for byte, because the signature covers its bytes, and JSON.stringify might change them.
 */
export async function verifyMessage(
  ask: AskPayPal,
  webhookId: string,
  { headers, body }: WebhookMessage,
): Promise<ReceivedEvent | null> {
  const text = body.toString('utf8')
  const sent = signature.safeParse(headers).data
  const event = parseJson(text)
  if (!sent || !event) return null
  const claim = JSON.stringify({
    auth_algo: sent['paypal-auth-algo'],
    cert_url: sent['paypal-cert-url'],
    transmission_id: sent['paypal-transmission-id'],
    transmission_sig: sent['paypal-transmission-sig'],
    transmission_time: sent['paypal-transmission-time'],
    webhook_id: webhookId,
  })
  try {
    const question = `${claim.slice(0, -1)},"webhook_event":${text}}`
    const answer = await ask(({ post }) => post(verification, question))
    const { verification_status } = verdict.parse(JSON.parse(answer))
    return verification_status === 'SUCCESS'
      ? { id: event.id, type: event.event_type, payload: event }
      : null
  } catch (error) {
    if (error instanceof PayPalRejection) return null
    throw error
  }
}

function parseJson(text: string): z.infer<typeof event> | undefined {
  try {
    return event.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

import {
  ApiError,
  Client,
  Environment,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk'
import { z } from 'zod'
import { ProviderRejection, ProviderUnavailable } from '../provider.ts'

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
      // The SDK keeps a rejected token, and the error of getting one, forever. Of requests that
      // fail together only the first reopens it.
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
 * Missing permissions, rate limits and conflicts are no rejections: the same request may succeed
 * later.
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

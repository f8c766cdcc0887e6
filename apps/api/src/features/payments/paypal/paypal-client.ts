import {
  ApiError,
  Client,
  Environment,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk'
import { z } from 'zod'
import { ProviderRefusal, ProviderUnavailable } from '../provider.ts'

export interface PayPalCredentials {
  clientId: string
  clientSecret: string
  environment: 'live' | 'sandbox'
}

/** In milliseconds; a shopper waits for it. */
const defaultTimeout = 10_000

/** What of PayPal the shop uses. */
export interface PayPalApi {
  orders: OrdersController
  payments: PaymentsController
  /** Posts JSON to a path that the SDK has no method for, and gives the answer's text. */
  post(path: string, json: string): Promise<{ result: string }>
}

/** Asks PayPal, and gives what it answers. Throws `PayPalRefusal` or `ProviderUnavailable`. */
export type AskPayPal = <Result>(
  request: (api: PayPalApi) => Promise<{ result: Result }>,
) => Promise<Result>

/**
 * Opens PayPal's SDK; `testOrigin` says where a server that plays PayPal listens, `timeout` how long an
 * answer may take, in milliseconds.
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
      // The SDK keeps a token that PayPal takes no more, and a failure to get one for ever. Of requests
      // that fail together only the first opens it again.
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

/** The SDK knows PayPal's two addresses only; every request it builds is turned to another here. */
class RedirectedClient extends Client {
  readonly #origin: () => string

  constructor(configuration: ConstructorParameters<typeof Client>[0], origin: () => string) {
    // No proxy stands between the shop and itself, whatever the environment says.
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

/** A refusal, with the name PayPal has for its reason. */
export class PayPalRefusal extends ProviderRefusal {
  readonly issue: string
  readonly status: number

  constructor(issue: string, status: number, cause: unknown) {
    super(`PayPal: ${issue}`, { cause })
    this.issue = issue
    this.status = status
  }
}

/** Missing rights, too many requests and conflicts are no refusal: the same request may go through later. */
const passing = [403, 408, 409, 429]

/** Whether PayPal has answered the request itself; what it says to the question for a token is no answer. */
function isAnswer(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    error.statusCode !== 401 &&
    !new URL(error.request.url).pathname.endsWith('/v1/oauth2/token')
  )
}

/** What an error of the SDK means to us: a refusal, or not known. */
function translateError(error: unknown): unknown {
  if (!isAnswer(error)) return new ProviderUnavailable(`PayPal: ${String(error)}`, { cause: error })
  const status = error.statusCode
  if (status < 400 || status >= 500 || passing.includes(status))
    return new ProviderUnavailable(`PayPal: ${status}`, { cause: error })
  const { name, details } = errorBody.safeParse(error.result).data ?? {}
  return new PayPalRefusal(details?.[0]?.issue ?? name ?? String(status), status, error)
}

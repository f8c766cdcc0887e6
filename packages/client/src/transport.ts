import { apiPrefix, type EndpointName, outsideSession } from '@solvane/contract/paths'
import {
  ApiError,
  isApiFailure,
  networkFailure,
  type RequestOptions,
  type Transport,
  type TransportInput,
} from './api.ts'
import { endSession, isSignedOutOnPurpose, readTokens } from './tokens.ts'

/** The URL of a request: its `path` with the parameters filled in, then the query. */
export function requestUrl(path: string, { params = {}, query = {} }: TransportInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(params[key])),
  )
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
    if (text !== '') search.set(key, text)
  }
  return `${apiPrefix}${filled}${search.size ? `?${search}` : ''}`
}

/** In characters; a longer text was not written for shoppers. */
const longestMessage = 200

/** The text of a response without an envelope if it is a plain sentence: never markup or data. */
function plainTextOf(response: Response, text: string): string {
  const isPlain = /^text\/plain\b/i.test(response.headers.get('content-type') ?? '')
  const isSentence = text.length <= longestMessage && !/[<>{}]/.test(text)
  return isPlain && isSentence ? text.trim() : ''
}

/**
 * The message of a rejected request: the envelope's, else a plain text, else the status (spec
 * section 8).
 */
async function failureOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  let envelope: { message?: unknown; code?: unknown; details?: Record<string, unknown> } = {}
  try {
    envelope = JSON.parse(text) ?? {}
  } catch {
    // The body is not the API's envelope, but a proxy's page, for example.
  }
  const said =
    typeof envelope.message === 'string' ? envelope.message.trim() : plainTextOf(response, text)
  return new ApiError(
    response.status,
    said || `API Error: Status ${response.status}`,
    typeof envelope.code === 'string' ? envelope.code : undefined,
    envelope.details,
  )
}

/**
 * The content of a response. One that is incomplete or not the API's, such as a captive portal's
 * page, counts as a network failure.
 */
async function contentOf(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  const isFile = files.test(response.headers.get('content-type') ?? '')
  try {
    return await (isFile ? response.blob() : response.json())
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, networkFailure.chinese)
  }
}

/** An answer that was requested before the program had loaded. */
interface EarlyAnswer {
  response: Promise<Response>
  /** The header that it was requested with. */
  authorization: string
  /** The time of the request, in milliseconds since 1970. */
  at: number
}

declare global {
  /** Early answers by URL, requested by the script that loads the program. */
  var earlyAnswers: Map<string, EarlyAnswer> | undefined
}

/** How long an early answer is used, in milliseconds: later it may be outdated. */
const earlyFor = 10_000

/** The early answer to a request with these headers, used once; undefined if there is none or it failed. */
async function takeEarlyAnswer(
  url: string,
  { accept, authorization, ...others }: Record<string, string>,
): Promise<Response | undefined> {
  const early = globalThis.earlyAnswers?.get(url)
  globalThis.earlyAnswers?.delete(url)
  if (!early || early.authorization !== authorization || Object.keys(others).length > 0) return
  if (early.at + earlyFor < Date.now()) return
  const response = await early.response.catch(() => undefined)
  return response?.ok ? response : undefined
}

/** In characters; browsers allow 64 KiB for all keepalive requests together. */
const mostKeptAlive = 8_000

/** A form is passed on as it is: the browser sets its boundary. */
function bodyOf({ body }: TransportInput): string | FormData | undefined {
  return body === undefined || body instanceof FormData ? body : JSON.stringify(body, asSent)
}

/** JSON would turn NaN and Infinity into null, which may have another meaning. */
function asSent(_name: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

function isKeptAlive(body: string | FormData | undefined): boolean {
  return body === undefined || (typeof body === 'string' && body.length < mostKeptAlive)
}

/** Content types of the endpoints that return a file. */
const files = /csv|image|pdf/

/**
 * A transport over HTTP, for the browser. `paths` has the method and path of every endpoint that is
 * used. Rejects with an `ApiError` (spec section 8).
 */
export function browserTransport<Names extends EndpointName>(
  paths: Readonly<Record<Names, string>>,
): Transport<Names> {
  return (name, input, options) => {
    const [method = '', path = ''] = paths[name].split(' ')
    return send(method, requestUrl(path, input), input, options)
  }
}

async function send(
  method: string,
  url: string,
  input: TransportInput,
  options: RequestOptions,
): Promise<unknown> {
  const { signal, onProgress } = options
  const body = bodyOf(input)
  const headers = {
    accept: 'application/json',
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    ...options.headers,
  }
  let response: Response | undefined
  try {
    response = method === 'GET' ? await takeEarlyAnswer(url, headers) : undefined
    signal?.throwIfAborted()
    response ??=
      onProgress && body instanceof FormData
        ? // Few pages upload anything.
          await (await import('./send-with-progress.ts')).sendWithProgress(url, {
            method,
            headers,
            body,
            signal,
            onProgress,
          })
        : await fetch(url, {
            method,
            credentials: 'include',
            headers,
            body,
            signal,
            // A change is carried out even if the page is left meanwhile.
            keepalive: method !== 'GET' && isKeptAlive(body),
          })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, networkFailure.chinese)
  }
  if (!response.ok) throw await failureOf(response)
  return contentOf(response, signal)
}

const isUnauthenticated = (error: unknown) => isApiFailure(error) && error.status === 401

/**
 * A transport that sends requests with the session: with the bearer, and with the
 * headers of `headersOf`. After a 401 it refreshes the tokens once and repeats the request; another
 * 401 ends the session and calls `onEnded`, unless it ended because the user signed out meanwhile.
 */
export function sessionTransport<Names extends EndpointName>(
  send: Transport<Names> & Transport<'refresh'>,
  onEnded: () => void,
  headersOf: (name: Names) => Record<string, string> = () => ({}),
): Transport<Names> {
  return async (name, input, options) => {
    if (outsideSession.has(name)) return send(name, input, options)
    const sendWith = (accessToken: string | undefined) =>
      send(name, input, {
        ...options,
        headers: {
          ...(accessToken && { authorization: `Bearer ${accessToken}` }),
          ...headersOf(name),
          ...options.headers,
        },
      })

    let accessToken = readTokens()?.accessToken
    try {
      return await sendWith(accessToken)
    } catch (error) {
      if (!isUnauthenticated(error)) throw error
      const renewed = accessToken ? await renew(accessToken, send) : null
      options.signal?.throwIfAborted()
      if (!renewed) {
        // A request that a sign-out overtook leads nowhere: the sign-out does.
        if (!accessToken || !isSignedOutOnPurpose()) onEnded()
        throw error
      }
      accessToken = renewed.accessToken
    }
    try {
      return await sendWith(accessToken)
    } catch (error) {
      if (isUnauthenticated(error)) {
        // Unless someone has signed in since: this error is not about their session.
        if (readTokens()?.accessToken === accessToken) endSession()
        if (!isSignedOutOnPurpose()) onEnded()
      }
      throw error
    }
  }
}

/** As `renewTokens`, whose code is loaded when tokens first expire. */
async function renew(rejected: string, send: Transport<'refresh'>) {
  const { renewTokens } = await import('./renew-tokens.ts').catch(() => {
    throw new ApiError(0, networkFailure.chinese)
  })
  return renewTokens(rejected, send)
}

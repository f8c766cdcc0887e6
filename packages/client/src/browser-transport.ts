import type { EndpointName } from '@solvane/contract/paths'
import { apiPrefix } from '@solvane/contract/paths'
import { ApiError, type RequestOptions, type Transport, type TransportInput } from './api.ts'
import { networkFailure } from './network-failure.ts'
import { sendWithProgress } from './send-with-progress.ts'

/** The address of a call: its `path` with the parameters filled in, then the query. */
function addressOf(path: string, { params = {}, query = {} }: TransportInput): string {
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

/** Characters of a text that can stand as a message; a longer one was written for somebody else. */
const longestMessage = 200

/** The text of an answer that is no envelope, where it is a plain sentence: never markup or data. */
function plainTextOf(response: Response, text: string): string {
  const isPlain = /^text\/plain\b/i.test(response.headers.get('content-type') ?? '')
  const isSentence = text.length <= longestMessage && !/[<>{}]/.test(text)
  return isPlain && isSentence ? text.trim() : ''
}

/** What a refused call says: the envelope's message, else a plain text, else the status (spec section 8). */
async function failureOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  let envelope: { message?: unknown; code?: unknown; details?: Record<string, unknown> } = {}
  try {
    envelope = JSON.parse(text) ?? {}
  } catch {
    // Not the API's envelope: a proxy's page, say.
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
 * What a call brought. An answer that is not the API's, or that breaks off, did not come from the shop:
 * a captive portal's page, say. To the shopper the network failed.
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

/** Characters of a body: browsers keep 64 KiB in all alive. */
const mostKeptAlive = 8_000

/** Files go as they are; the browser then says where each begins. */
function bodyOf({ body }: TransportInput): string | FormData | undefined {
  return body === undefined || body instanceof FormData ? body : JSON.stringify(body, asSent)
}

/** JSON has no word for what is not a number and would say null, which may mean something else. */
function asSent(_name: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

function isKeptAlive(body: string | FormData | undefined): boolean {
  return body === undefined || (typeof body === 'string' && body.length < mostKeptAlive)
}

/** What calls answer that answer a file. */
const files = /^(text\/csv|image\/)/

/**
 * Calls the API over HTTP, from the browser. `paths` has the method and path of every call that is
 * made; the one call it carries rejects with an `ApiError` (spec section 8).
 */
export function browserTransport<Names extends EndpointName>(
  paths: Readonly<Record<Names, string>>,
): Transport<Names> {
  return (name, input, options) => {
    const [method = '', path = ''] = paths[name].split(' ')
    return send(method, addressOf(path, input), input, options)
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
  let response: Response
  try {
    response =
      onProgress && body instanceof FormData
        ? await sendWithProgress(url, { method, headers, body, signal, onProgress })
        : await fetch(url, {
            method,
            credentials: 'include',
            headers,
            body,
            signal,
            // What was asked for is done, also when the page is left meanwhile.
            keepalive: method !== 'GET' && isKeptAlive(body),
          })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, networkFailure.chinese)
  }
  if (!response.ok) throw await failureOf(response)
  return contentOf(response, signal)
}

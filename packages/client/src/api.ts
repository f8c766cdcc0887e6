import type { Endpoints } from '@solvane/contract/endpoints'
import type { EndpointName, ShopperEndpointName } from '@solvane/contract/paths'

/** The message of a network failure: specified in Chinese, with an English translation. */
export const networkFailure = {
  english: 'The network request failed. Please try again later.',
  chinese: '网络请求失败，请稍后重试',
} as const

type InputOf<Schema> = Schema extends { _zod: { input: infer Input } } ? Input : never
type OutputOf<Schema> = Schema extends { _zod: { output: infer Output } } ? Output : never

type ParamsPart<Call> = Call extends { params: infer Schema }
  ? { params: InputOf<Schema> }
  : unknown
type QueryPart<Call> = Call extends { query: infer Schema } ? { query?: InputOf<Schema> } : unknown
type BodyPart<Call> = Call extends { body: infer Schema } ? { body: InputOf<Schema> } : unknown
/** Files go as `files[]` of a form. */
type FilesPart<Call> = Call extends { upload: object } ? { body: FormData } : unknown

/**
 * The input of the endpoint `Name`: its path parameters, query and body, as far as the contract has
 * them.
 */
export type EndpointInput<Name extends EndpointName> = ParamsPart<Endpoints[Name]> &
  QueryPart<Endpoints[Name]> &
  BodyPart<Endpoints[Name]> &
  FilesPart<Endpoints[Name]>

/** The envelope of a success of the endpoint `Name`, or the file it returns. */
export type EndpointOutput<Name extends EndpointName> = Endpoints[Name] extends { download: string }
  ? Blob
  : OutputOf<Endpoints[Name]['response']>

/** The untyped input that a transport sends. */
export interface TransportInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export interface RequestOptions {
  signal?: AbortSignal
  /** In addition to those of every request: a guest's cart id, for example. */
  headers?: Record<string, string>
  /** Called with the share of the files that has been sent, from 0 to 1. */
  onProgress?: (share: number) => void
}

/**
 * Sends one request to the API and returns the envelope of a success. A rejected request throws an
 * `ApiFailure`, an aborted one the signal's reason.
 */
export type Transport<Names extends EndpointName = ShopperEndpointName> = (
  name: Names,
  input: TransportInput,
  options: RequestOptions,
) => Promise<unknown>

/** The typed client over a transport; by default with the endpoints of shoppers only. */
export interface Api<Names extends EndpointName = ShopperEndpointName> {
  call<Name extends Names>(
    name: Name,
    input: EndpointInput<Name>,
    options?: RequestOptions,
  ): Promise<EndpointOutput<Name>>
}

/**
 * Creates the typed client. The contract's types are trusted here; the server validates with its
 * schemas.
 */
export function createApi<Names extends EndpointName = ShopperEndpointName>(
  transport: Transport<Names>,
): Api<Names> {
  return {
    call: (name, input, options = {}) =>
      transport(name, input as TransportInput, options) as Promise<never>,
  }
}

/** The error of a rejected request. `status` is the HTTP status, 0 if the network failed. */
export interface ApiFailure {
  status: number
  message: string
  code?: string
  /** Data of the error, depending on its code: a new preview, for example. */
  details?: Record<string, unknown>
}

/** A failed request; `message` may be shown to a shopper. */
export class ApiError extends Error implements ApiFailure {
  readonly status: number
  readonly code: string | undefined
  readonly details: Record<string, unknown> | undefined

  constructor(status: number, message: string, code?: string, details?: Record<string, unknown>) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
  }
}

/**
 * Whether `error` is a rejected request. Checked by shape, because on the server it is an instance
 * of the API's own error class.
 */
export function isApiFailure(error: unknown): error is ApiFailure {
  return (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    typeof error.message === 'string'
  )
}

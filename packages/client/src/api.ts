import type { Endpoints } from '@solvane/contract/endpoints'
import type { EndpointName, ShopperEndpointName } from '@solvane/contract/paths'

type InputOf<Schema> = Schema extends { _zod: { input: infer Input } } ? Input : never
type OutputOf<Schema> = Schema extends { _zod: { output: infer Output } } ? Output : never

type ParamsPart<Call> = Call extends { params: infer Schema }
  ? { params: InputOf<Schema> }
  : unknown
type QueryPart<Call> = Call extends { query: infer Schema } ? { query?: InputOf<Schema> } : unknown
type BodyPart<Call> = Call extends { body: infer Schema } ? { body: InputOf<Schema> } : unknown
/** Files go as `files[]` of a form. */
type FilesPart<Call> = Call extends { upload: object } ? { body: FormData } : unknown

/** What the call `Name` is given: its path parameters, query and body, where the contract has them. */
export type EndpointInput<Name extends EndpointName> = ParamsPart<Endpoints[Name]> &
  QueryPart<Endpoints[Name]> &
  BodyPart<Endpoints[Name]> &
  FilesPart<Endpoints[Name]>

/** The envelope that the call `Name` answers with when it succeeds, or the file that it answers. */
export type EndpointOutput<Name extends EndpointName> = Endpoints[Name] extends { download: string }
  ? Blob
  : OutputOf<Endpoints[Name]['response']>

/** The same input without its types: what a transport carries. */
export interface TransportInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** What goes along with a call. */
export interface RequestOptions {
  signal?: AbortSignal
  /** Besides those of every call: a guest's cart id, say. */
  headers?: Record<string, string>
  /** Told the share of the files that has gone, from 0 to 1; for calls that take files. */
  onProgress?: (share: number) => void
}

/**
 * Carries one call to the API and brings back the envelope of its success. A refused call rejects
 * with an `ApiFailure`; an abandoned one with the signal's reason.
 */
export type Transport<Names extends EndpointName = ShopperEndpointName> = (
  name: Names,
  input: TransportInput,
  options: RequestOptions,
) => Promise<unknown>

/** The typed client, over whichever transport it was made with: of what shoppers call, unless told. */
export interface Api<Names extends EndpointName = ShopperEndpointName> {
  call<Name extends Names>(
    name: Name,
    input: EndpointInput<Name>,
    options?: RequestOptions,
  ): Promise<EndpointOutput<Name>>
}

/** Makes the typed client. The contract's types are trusted here; the server checks by its schemas. */
export function createApi<Names extends EndpointName = ShopperEndpointName>(
  transport: Transport<Names>,
): Api<Names> {
  return {
    call: (name, input, options = {}) =>
      transport(name, input as TransportInput, options) as Promise<never>,
  }
}

/** What every refused call carries. `status` is the HTTP status, 0 when the network failed. */
export interface ApiFailure {
  status: number
  message: string
  code?: string
  /** What the refusal brings along, by its code: a new preview, say. */
  details?: Record<string, unknown>
}

/** A call that did not succeed; `message` is fit for a shopper. */
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
 * Whether `error` is a refused call. By its shape, because on the server it is the API's own error
 * that arrives, not ours.
 */
export function isApiFailure(error: unknown): error is ApiFailure {
  return (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    typeof error.message === 'string'
  )
}

import type { Endpoint } from '@solvane/contract/endpoint'
import {
  apiPrefix,
  type EndpointName,
  idempotencyKeyHeader,
  outsideSession,
} from '@solvane/contract/paths'
import { isUuid } from '@solvane/contract/text'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ZodError, type z } from 'zod'
import { Answer } from '../cache/answer.ts'
import type { AnswerCache } from '../cache/answer-cache.ts'
import type { Cdn } from '../cdn/cdn.ts'
import type { Changes, ChangeTag } from '../database/changes.ts'
import { primaryMilliseconds } from '../database/replica.ts'
import { ShopError } from '../errors/shop-error.ts'
import { anonymous, type Caller, checkAccess, type Identify, type SignedIn } from './caller.ts'
import { isUnstorableText } from './error-handler.ts'
import { type AuditTrail, isAudited, recordAction } from './record-action.ts'
import { acceptFiles, type SentFile, sentFiles } from './request-parsing.ts'
import { type Download, sendDownload, sendKept } from './send-answer.ts'

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** The parsed request of an endpoint, with its caller. */
export interface EndpointInput<C extends Endpoint> {
  params: Output<C['params']>
  query: Output<C['query']>
  body: Output<C['body']>
  caller: C['access'] extends 'user' | 'admin' ? SignedIn : Caller
  /** The uploaded files, as they arrive, for endpoints that accept some. */
  files: C extends { upload: object } ? AsyncIterable<SentFile> : undefined
  /** Whether the caller has written within seconds: a replica may not have it yet. */
  hasJustWritten: boolean
  /** The idempotency key from the header. */
  idempotencyKey: string | null
  /**
   * The origin under which the caller reached the shop, according to its headers; null if it is
   * invalid.
   */
  visitedAt: string | null
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

/**
 * The result of a handler: the envelope without `success` and, usually, `message`; or the file, for
 * a download.
 */
export type EndpointResult<C extends Endpoint> = C extends { download: string }
  ? { download: Download }
  : Omit<z.input<C['response']>, 'success' | 'message'> & { message?: string }

/** The handler of an endpoint. */
export type Handler<C extends Endpoint> = (input: EndpointInput<C>) => Promise<EndpointResult<C>>

export interface RouteOptions<C extends Endpoint> {
  /** Makes the anonymous answer cacheable, under the tags of its content. */
  tags?: (result: EndpointResult<C>, input: EndpointInput<C>) => ChangeTag[]
}

interface Registered {
  endpoint: Endpoint
  run: (input: EndpointInput<Endpoint>) => Promise<object>
  tagsOf: (result: object, input: EndpointInput<Endpoint>) => ChangeTag[]
}

const done = { success: true, message: 'OK' }

const jsonType = 'application/json; charset=utf-8'

/** The envelope of a result, as JSON. */
const toEnvelopeText = (result: object) => JSON.stringify({ ...done, ...result })

/** Signing in and out, which staff need to open the shop again. */
const sessionEndpoints: ReadonlySet<string> = new Set<EndpointName>([
  'login',
  'passSecondFactor',
  'beginPasskeySignIn',
  'signInByPasskey',
  'refresh',
  'logout',
  'logoutEverywhere',
])

/** Reading what a link is for: by POST, because the link's token must be in no log. */
const linkEndpoints: ReadonlySet<string> = new Set<EndpointName>([
  'getPasswordLink',
  'getWaitingLink',
  'openAdviserSelection',
  'openGift',
])

/** Whether an endpoint changes data of shoppers, which may be closed for a while. */
function changesShoppersData({ name, method, access }: Endpoint): boolean {
  if (method === 'GET' || access === 'admin') return false
  return !sessionEndpoints.has(name) && !linkEndpoints.has(name)
}

interface RegistryOptions {
  /** Null: every answer is computed. */
  cache: AnswerCache | null
  cdn: Cdn | null
  changes: Pick<Changes, 'catchUp'>
  /** Sent with cached answers. */
  headers: Readonly<Record<string, string>>
  identify: Identify
  /** Whether callers who write are marked, because there is a replica; null: they are not. */
  marksWrites: { isSecure: boolean } | null
  /** Whether shoppers can change nothing for now. */
  isReadOnly: () => Promise<boolean>
  /**
   * The factor of the last confirmation (passkey, code, password); throws `CONFIRMATION_REQUIRED`
   * if that was too long ago.
   */
  confirmationOf: (caller: SignedIn) => Promise<string>
  audit: AuditTrail
}

/** The API's endpoints: as HTTP routes, and for pages rendered in this process. */
export class EndpointRegistry {
  readonly #endpoints = new Map<EndpointName, Registered>()
  readonly #app: FastifyInstance
  readonly #jsonHeaders: Readonly<Record<string, string>>
  readonly #options: RegistryOptions

  constructor(app: FastifyInstance, options: RegistryOptions) {
    this.#app = app
    this.#options = options
    this.#jsonHeaders = {
      ...options.headers,
      'content-type': jsonType,
      'cache-control': 'no-cache',
    }
    app.decorateRequest('caller')
  }

  /** Serves `endpoint` with `handler`, which gets the input parsed by the contract's schemas. */
  register<C extends Endpoint>(
    endpoint: C,
    handler: Handler<C>,
    options: RouteOptions<C> = {},
  ): void {
    const run = (input: EndpointInput<Endpoint>): Promise<object> => {
      const handle = () => handler(input as EndpointInput<C>)
      if (!isAudited(endpoint)) return handle()
      const current = () => this.#currentOf(endpoint, input)
      return recordAction(this.#options, { endpoint, input, handle, current })
    }
    const tagsOf = (result: object, input: EndpointInput<Endpoint>) =>
      options.tags?.(result as EndpointResult<C>, input as EndpointInput<C>) ?? []
    this.#endpoints.set(endpoint.name, { endpoint, run, tagsOf })
    const cache = options.tags ? this.#options.cache : null
    const isOutsideSession = outsideSession.has(endpoint.name)
    const { upload, download } = endpoint
    const addTo = (app: FastifyInstance) =>
      app.route({
        ...(endpoint.largestBody && { bodyLimit: endpoint.largestBody }),
        method: endpoint.method,
        url: apiPrefix + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
        schema: {
          summary: endpoint.summary,
          operationId: endpoint.name,
          ...(endpoint.params && { params: endpoint.params }),
          ...(endpoint.query && { querystring: endpoint.query }),
          ...(endpoint.body && { body: endpoint.body }),
          response: { [endpoint.status ?? 200]: endpoint.response },
        },
        // Runs before the body is read: callers without access learn that, not the mistakes in
        // their body.
        onRequest: async (request) => {
          const caller = await this.#options.identify(request, { isOutsideSession })
          checkAccess(endpoint, caller)
          if (changesShoppersData(endpoint) && (await this.#options.isReadOnly()))
            throw new ShopError('READ_ONLY')
          request.caller = caller
        },
        handler: async (request, reply) => {
          const { query, body, caller } = request
          const params = withPlainIds(request.params)
          const sent = request.headers[idempotencyKeyHeader]
          const idempotencyKey = typeof sent === 'string' ? sent : null
          const input = {
            params,
            query,
            body,
            caller,
            files: upload && sentFiles(request, upload),
            hasJustWritten: hasJustWritten(request),
            idempotencyKey,
            visitedAt: visitedAddressOf(request),
          } as EndpointInput<Endpoint>
          if (!cache || caller.user) {
            const result = await run(input)
            // The next page that staff load must show their change.
            if (endpoint.access === 'admin' && endpoint.method !== 'GET')
              await this.#options.changes.catchUp()
            if (this.#options.marksWrites && endpoint.method !== 'GET')
              markWrite(reply, this.#options.marksWrites)
            // An answer for one caller must never be shown to another.
            reply.code(endpoint.status ?? 200).header('cache-control', 'private, no-store')
            if (download && 'download' in result)
              return sendDownload(reply, download, result.download as Download)
            reply.header('content-type', jsonType)
            return toEnvelopeText(result)
          }
          const key = `${endpoint.name} ${JSON.stringify([params, query])}`
          const make = async () => {
            const result = await run(input)
            const answer = new Answer(200, this.#jsonHeaders, toEnvelopeText(result))
            return { answer, tags: tagsOf(result, input) }
          }
          return sendKept(request, reply, { cache, cdn: this.#options.cdn, key, make })
        },
      })
    if (upload)
      this.#app.register(async (scope) => {
        await acceptFiles(scope)
        addTo(scope)
      })
    else addTo(this.#app)
  }

  /** The current state of an edited record, from the GET endpoint with the same path. */
  async #currentOf(endpoint: Endpoint, input: object): Promise<unknown> {
    const reading = [...this.#endpoints.values()].find(
      (other) => other.endpoint.method === 'GET' && other.endpoint.path === endpoint.path,
    )
    if (!reading) return null
    const { data } = (await reading.run(input as EndpointInput<Endpoint>)) as { data?: unknown }
    return data ?? null
  }

  /**
   * Calls an endpoint without HTTP, for a page rendered in this process; returns the envelope and
   * its tags. The caller is anonymous, because pages are the same for everybody. Throws
   * `ShopError`, with `BAD_REQUEST` for invalid input.
   */
  async call(
    name: EndpointName,
    input: { params?: unknown; query?: unknown; body?: unknown },
  ): Promise<{ envelope: object; tags: ChangeTag[] }> {
    const registered = this.#endpoints.get(name)
    if (!registered) throw new Error(`No handler for the endpoint ${name}`)
    checkAccess(registered.endpoint, anonymous)
    try {
      const parsed = parseInput(registered.endpoint, input)
      const result = await registered.run(parsed)
      return { envelope: { ...done, ...result }, tags: registered.tagsOf(result, parsed) }
    } catch (error) {
      throw isUnstorableText(error) ? new ShopError('BAD_REQUEST') : error
    }
  }
}

/** Only a host name or address with an optional port may become part of a URL. */
const hostAndPort = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

function visitedAddressOf({ protocol, host }: FastifyRequest): string | null {
  const address = `${protocol}://${host}`
  return hostAndPort.test(host) && URL.canParse(address) ? address : null
}

/** The ids of a path are case-insensitive; in lower case they equal those that the database returns. */
function withPlainIds(params: unknown): object {
  const plain = (value: unknown) =>
    typeof value === 'string' && isUuid(value) ? value.toLowerCase() : value
  return Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [name, plain(value)]),
  )
}

function parseInput(
  endpoint: Endpoint,
  input: { params?: unknown; query?: unknown; body?: unknown },
): EndpointInput<Endpoint> {
  try {
    return {
      params: withPlainIds(endpoint.params?.parse(input.params ?? {})),
      query: endpoint.query?.parse(input.query ?? {}),
      body: endpoint.body?.parse(input.body),
      caller: anonymous,
      files: undefined,
      hasJustWritten: false,
      idempotencyKey: null,
      visitedAt: null,
    } as EndpointInput<Endpoint>
  } catch (error) {
    throw error instanceof ZodError ? new ShopError('BAD_REQUEST') : error
  }
}

/** Does not identify the caller; says only that a replica may not have the last change yet. */
const cookieName = 'solvane-wrote'

/** Lets the caller read from the primary for some seconds, in every process. */
function markWrite(reply: FastifyReply, { isSecure }: { isSecure: boolean }): void {
  reply.header(
    'set-cookie',
    `${cookieName}=1; Path=/api; Max-Age=${primaryMilliseconds / 1000}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  )
}

/** Whether the caller has written within these seconds. */
function hasJustWritten({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.cookie?.includes(`${cookieName}=`) ?? false
}

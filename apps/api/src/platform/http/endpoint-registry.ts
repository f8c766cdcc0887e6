import type { Endpoint } from '@solvane/contract/endpoint'
import type { ErrorCode } from '@solvane/contract/errors'
import type { EndpointName } from '@solvane/contract/paths'
import { apiPrefix, idempotencyKeyHeader, outsideSession } from '@solvane/contract/paths'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ZodError, type z } from 'zod'
import { Answer } from '../cache/answer.ts'
import type { AnswerCache } from '../cache/answer-cache.ts'
import type { Cdn } from '../cdn/cdn.ts'
import type { ChangeTag } from '../database/changes.ts'
import { ShopError } from '../errors/shop-error.ts'
import { sendKept } from './cached-answers.ts'
import { anonymous, type Caller, checkAccess, type Identify, type SignedIn } from './caller.ts'
import { isUnstorableText } from './error-handler.ts'
import { hasJustWritten, markWrite } from './just-written.ts'
import { acceptFiles, type SentFile, sentFiles } from './multipart-files.ts'
import { type Download, sendDownload } from './send-answer.ts'

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
  /** Makes the anonymous answer cacheable: the tags of what it shows. */
  tags?: (result: EndpointResult<C>, input: EndpointInput<C>) => ChangeTag[]
}

/** Records the actions of staff. */
export interface AuditTrail {
  /**
   * Records that a request is about to be handled; returns a recorder of its outcome. Null for an
   * endpoint that only previews.
   */
  begin(action: {
    actorId: string
    call: EndpointName
    input: { params?: unknown; query?: unknown; body?: unknown }
    /** What the member of staff has confirmed it with; null if it needs no confirmation. */
    confirmedBy: string | null
  }): Promise<RecordedAction | null>
}

/** An action of staff that is being recorded. */
export interface RecordedAction {
  /** Records its outcome; `data` is the response's. */
  end(outcome: 'DONE' | ErrorCode, data?: unknown): Promise<void>
  /** Who last changed its subject, when, and which fields since `version`. */
  lastChange(version: unknown): Promise<Record<string, unknown>>
}

interface Registered {
  call: Endpoint
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
  'refresh',
  'logout',
])

/** Whether an endpoint changes data of shoppers, which may be closed for a while. */
function changesShoppersData({ name, method, access }: Endpoint): boolean {
  return method !== 'GET' && access !== 'admin' && !sessionEndpoints.has(name)
}

interface RegistryOptions {
  /** Null: every answer is computed. */
  cache: AnswerCache | null
  cdn: Cdn | null
  /** Sent with cached answers. */
  headers: Readonly<Record<string, string>>
  identify: Identify
  /** Whether callers who write are marked, because there is a replica; null: none is. */
  marksWrites: { isSecure: boolean } | null
  /** Whether shoppers can change nothing for now. */
  isReadOnly: () => Promise<boolean>
  /** What staff last confirmed to be there with; throws `CONFIRMATION_REQUIRED` if long ago. */
  confirmationOf: (caller: SignedIn) => Promise<string>
  audit: AuditTrail
}

/** The API's endpoints: as HTTP routes, and for pages rendered in this process. */
export class EndpointRegistry {
  readonly #calls = new Map<EndpointName, Registered>()
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

  /** Serves `call` with `handler`, which gets the input parsed by the contract's schemas. */
  register<C extends Endpoint>(call: C, handler: Handler<C>, options: RouteOptions<C> = {}): void {
    const carryOut = isAudited(call) ? this.#audited(call, handler) : handler
    const run = (input: EndpointInput<Endpoint>): Promise<object> =>
      carryOut(input as EndpointInput<C>)
    const tagsOf = (result: object, input: EndpointInput<Endpoint>) =>
      options.tags?.(result as EndpointResult<C>, input as EndpointInput<C>) ?? []
    this.#calls.set(call.name, { call, run, tagsOf })
    const cache = options.tags ? this.#options.cache : null
    const isOutsideSession = outsideSession.has(call.name)
    const { upload, download } = call
    const addTo = (app: FastifyInstance) =>
      app.route({
        ...(call.largestBody && { bodyLimit: call.largestBody }),
        method: call.method,
        url: apiPrefix + call.path.replace(/\{(\w+)\}/g, ':$1'),
        schema: {
          summary: call.summary,
          operationId: call.name,
          ...(call.params && { params: call.params }),
          ...(call.query && { querystring: call.query }),
          ...(call.body && { body: call.body }),
          response: { [call.status ?? 200]: call.response },
        },
        // Before the body is read: a caller without access learns that, not what is wrong with the
        // body.
        onRequest: async (request) => {
          const caller = await this.#options.identify(request, { isOutsideSession })
          checkAccess(call, caller)
          if (changesShoppersData(call) && (await this.#options.isReadOnly()))
            throw new ShopError('READ_ONLY')
          request.caller = caller
        },
        handler: async (request, reply) => {
          const { params, query, body, caller } = request
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
            if (this.#options.marksWrites && call.method !== 'GET')
              markWrite(reply, this.#options.marksWrites)
            // An answer for one caller must never be shown to another.
            reply.code(call.status ?? 200).header('cache-control', 'private, no-store')
            if (download && 'download' in result)
              return sendDownload(reply, download, result.download as Download)
            reply.header('content-type', jsonType)
            return toEnvelopeText(result)
          }
          const key = `${call.name} ${JSON.stringify([params, query])}`
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

  /** Wraps the handler so that actions of staff and their outcome are recorded. */
  #audited<C extends Endpoint>(call: C, handler: Handler<C>): Handler<C> {
    return async (input) => {
      const { params, query, body, caller } = input
      const { user } = caller
      if (!user) throw new ShopError('UNAUTHENTICATED')
      const confirmedBy = call.needsConfirmation
        ? await this.#options.confirmationOf({ ...caller, user })
        : null
      const noted = await this.#options.audit.begin({
        actorId: user.id,
        call: call.name,
        input: { params, query, body },
        confirmedBy,
      })
      try {
        const result = await handler(input)
        await noted?.end('DONE', (result as { data?: unknown }).data)
        return result
      } catch (error) {
        await noted?.end(error instanceof ShopError ? error.code : 'INTERNAL')
        if (!noted || !(error instanceof ShopError) || error.code !== 'STALE_EDIT') throw error
        const version = (body as { version?: unknown } | undefined)?.version
        throw new ShopError('STALE_EDIT', {
          current: await this.#currentOf(call, input),
          ...(await noted.lastChange(version)),
          ...error.details,
        })
      }
    }
  }

  /** The current state of an edited record, from the GET endpoint with the same path. */
  async #currentOf(call: Endpoint, input: object): Promise<unknown> {
    const reading = [...this.#calls.values()].find(
      (other) => other.call.method === 'GET' && other.call.path === call.path,
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
    const registered = this.#calls.get(name)
    if (!registered) throw new Error(`No handler for the call ${name}`)
    checkAccess(registered.call, anonymous)
    try {
      const parsed = parseInput(registered.call, input)
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

/** Whether an endpoint is for staff and changes something. */
function isAudited({ access, method }: Endpoint): boolean {
  return access === 'admin' && method !== 'GET'
}

function parseInput(
  call: Endpoint,
  input: { params?: unknown; query?: unknown; body?: unknown },
): EndpointInput<Endpoint> {
  try {
    return {
      params: call.params?.parse(input.params ?? {}),
      query: call.query?.parse(input.query ?? {}),
      body: call.body?.parse(input.body),
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

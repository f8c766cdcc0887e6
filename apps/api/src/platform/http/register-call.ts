import type { Endpoint } from '@solvane/contract/endpoint'
import type { ErrorCode } from '@solvane/contract/errors'
import type { EndpointName } from '@solvane/contract/paths'
import { apiPrefix, idempotencyKeyHeader, outsideSession } from '@solvane/contract/paths'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ZodError, type z } from 'zod'
import { Answer } from '../cache/answer.ts'
import type { AnswerCache } from '../cache/answer-cache.ts'
import type { ChangeTag } from '../database/changes.ts'
import { ShopError } from '../errors/shop-error.ts'
import { sendKept } from './cached-answers.ts'
import { anonymous, type Caller, checkAccess, type Identify, type SignedIn } from './caller.ts'
import { isUnstorableText } from './error-handler.ts'
import { acceptFiles, type SentFile, sentFiles } from './multipart-files.ts'
import { type Download, sendDownload } from './send-answer.ts'

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** The parsed request of a call, and who makes it. */
export interface EndpointInput<C extends Endpoint> {
  params: Output<C['params']>
  query: Output<C['query']>
  body: Output<C['body']>
  caller: C['access'] extends 'user' | 'admin' ? SignedIn : Caller
  /** What came with a call that takes files, as it comes in. */
  files: C extends { upload: object } ? AsyncIterable<SentFile> : undefined
  /** The header that makes a call count once, as it came. */
  idempotencyKey: string | null
  /** The address by which the caller says to have reached the shop, without a slash; null if it is none. */
  visitedAt: string | null
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

/**
 * What a handler gives: the envelope without `success` and, unless it has one, `message`; or the file
 * that the call answers.
 */
export type CallResult<C extends Endpoint> = C extends { download: string }
  ? { download: Download }
  : Omit<z.input<C['response']>, 'success' | 'message'> & { message?: string }

/** What carries out a call. */
export type Handler<C extends Endpoint> = (input: EndpointInput<C>) => Promise<CallResult<C>>

export interface RouteOptions<C extends Endpoint> {
  /** Makes the anonymous answer cacheable: what it shows, so that a change drops it. */
  tags?: (result: CallResult<C>, input: EndpointInput<C>) => ChangeTag[]
}

/** Records what staff do. */
export interface AuditTrail {
  /**
   * Records that a request is about to be handled; resolves with a function that records its outcome. Null for one
   * that only shows what another would do.
   */
  begin(action: {
    actorId: string
    call: EndpointName
    input: { params?: unknown; query?: unknown; body?: unknown }
  }): Promise<RecordedAction | null>
}

/** An action of staff that is recorded. */
export interface RecordedAction {
  /** Records how it ended; `data` is what it answered. */
  end(outcome: 'DONE' | ErrorCode, data?: unknown): Promise<void>
  /** Who changed what it is done to last, when, and which fields since `version`. */
  lastChange(version: unknown): Promise<Record<string, unknown>>
}

interface Registered {
  call: Endpoint
  run: (input: EndpointInput<Endpoint>) => Promise<object>
  tagsOf: (result: object, input: EndpointInput<Endpoint>) => ChangeTag[]
}

const done = { success: true, message: 'OK' }

const jsonType = 'application/json; charset=utf-8'

/** A result in its envelope, as text. */
const toEnvelopeText = (result: object) => JSON.stringify({ ...done, ...result })

/** The API's calls: HTTP routes for browsers, and the same handlers for pages rendered in this process. */
export class CallRegistry {
  readonly #calls = new Map<EndpointName, Registered>()
  readonly #app: FastifyInstance
  readonly #cache: AnswerCache | null
  readonly #jsonHeaders: Readonly<Record<string, string>>
  readonly #identify: Identify
  readonly #audit: AuditTrail

  /** `cache` null: every answer is computed again. `headers` go with those that are kept in it. */
  constructor(
    app: FastifyInstance,
    {
      cache,
      headers,
      identify,
      audit,
    }: {
      cache: AnswerCache | null
      headers: Readonly<Record<string, string>>
      identify: Identify
      audit: AuditTrail
    },
  ) {
    this.#app = app
    this.#cache = cache
    this.#jsonHeaders = {
      ...headers,
      'content-type': jsonType,
      'cache-control': 'no-cache',
    }
    this.#identify = identify
    this.#audit = audit
    app.decorateRequest('caller')
  }

  /** Serves `call` with `handler`, which gets what the contract's schemas have parsed. */
  register<C extends Endpoint>(call: C, handler: Handler<C>, options: RouteOptions<C> = {}): void {
    const carryOut = isAudited(call) ? this.#audited(call, handler) : handler
    const run = (input: EndpointInput<Endpoint>): Promise<object> =>
      carryOut(input as EndpointInput<C>)
    const tagsOf = (result: object, input: EndpointInput<Endpoint>) =>
      options.tags?.(result as CallResult<C>, input as EndpointInput<C>) ?? []
    this.#calls.set(call.name, { call, run, tagsOf })
    const cache = options.tags ? this.#cache : null
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
        // Before the body is read: a stranger learns that, not what is wrong with the body.
        onRequest: async (request) => {
          const caller = await this.#identify(request, { isOutsideSession })
          checkAccess(call, caller)
          request.caller = caller
        },
        handler: async (request, reply) => {
          const { params, query, body, caller } = request
          const sent = request.headers[idempotencyKeyHeader]
          const idempotencyKey = typeof sent === 'string' ? sent : null
          const files = upload && sentFiles(request, upload)
          const visitedAt = visitedAddressOf(request)
          const input = {
            params,
            query,
            body,
            caller,
            files,
            idempotencyKey,
            visitedAt,
          } as EndpointInput<Endpoint>
          if (!cache || caller.user) {
            const result = await run(input)
            // An answer for one caller is never shown to another.
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
          return sendKept(request, reply, { cache, key, make })
        },
      })
    if (upload)
      this.#app.register(async (scope) => {
        await acceptFiles(scope)
        addTo(scope)
      })
    else addTo(this.#app)
  }

  /** The handler, noting what staff ask of it and how that ended. */
  #audited<C extends Endpoint>(call: C, handler: Handler<C>): Handler<C> {
    return async (input) => {
      const { params, query, body, caller } = input
      const actorId = caller.user?.id
      if (!actorId) throw new ShopError('UNAUTHENTICATED')
      const noted = await this.#audit.begin({
        actorId,
        call: call.name,
        input: { params, query, body },
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

  /** What there is now of what a call edits, as the call that reads at the same path answers it. */
  async #currentOf(call: Endpoint, input: object): Promise<unknown> {
    const reading = [...this.#calls.values()].find(
      (other) => other.call.method === 'GET' && other.call.path === call.path,
    )
    if (!reading) return null
    const { data } = (await reading.run(input as EndpointInput<Endpoint>)) as { data?: unknown }
    return data ?? null
  }

  /**
   * The same call without HTTP, for a page rendered in this process: gives the envelope and what it
   * shows. The caller is anonymous: pages never differ by person. Throws `ShopError`, with
   * `BAD_REQUEST` on input that the contract refuses.
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

/** A host name or address, and a port: nothing else may come into an address that we make of it. */
const hostAndPort = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

function visitedAddressOf({ protocol, host }: FastifyRequest): string | null {
  const address = `${protocol}://${host}`
  return hostAndPort.test(host) && URL.canParse(address) ? address : null
}

/** Staff's calls that change something. */
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
      idempotencyKey: null,
      visitedAt: null,
    } as EndpointInput<Endpoint>
  } catch (error) {
    throw error instanceof ZodError ? new ShopError('BAD_REQUEST') : error
  }
}

import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Answer } from '../cache/answer.ts'
import type { AnswerCache } from '../cache/answer-cache.ts'
import type { Config } from '../config/config.ts'
import type { ChangeTag } from '../database/changes.ts'
import { ServiceUnavailable } from '../errors/shop-error.ts'
import type { Services } from '../services/services.ts'

interface CdnKind {
  /** The base URL of its API. */
  api: string
  /** The header with the tags of an answer, and the separator of tags in it. */
  tagHeader: string
  separator: string
  /**
   * Whether it stores answers separately by `Vary: Authorization`. Without that it may store pages
   * only, which are the same for everybody.
   */
  variesByAuthorization: boolean
  /** The most tags of one request to purge. */
  mostTags: number
  /** The request that purges tags. */
  purge(
    place: { zone: string; token: string },
    tags: readonly string[],
  ): { path: string; headers: Record<string, string>; body: object }
}

const kinds: Record<NonNullable<Config['cdn']>['kind'], CdnKind> = {
  fastly: {
    api: 'https://api.fastly.com',
    tagHeader: 'surrogate-key',
    separator: ' ',
    variesByAuthorization: true,
    mostTags: 256,
    purge: ({ zone, token }, tags) => ({
      path: `/service/${zone}/purge`,
      headers: { 'fastly-key': token },
      body: { surrogate_keys: tags },
    }),
  },
  cloudflare: {
    api: 'https://api.cloudflare.com',
    tagHeader: 'cache-tag',
    separator: ',',
    variesByAuthorization: false,
    mostTags: 100,
    purge: ({ zone, token }, tags) => ({
      path: `/client/v4/zones/${zone}/purge_cache`,
      headers: { authorization: `Bearer ${token}` },
      body: { tags },
    }),
  },
}

/** The tag of every answer that a CDN may store. */
export const everyAnswer = 'all-answers'

/** How long a CDN may serve stale answers while the shop answers with errors, in seconds. */
const staleIfErrorSeconds = 600

/**
 * The most bytes of the tags: proxies between the shop and the CDN have room for about 4 kB of
 * headers.
 */
const longestTagHeader = 2_000

/** The shop's CDN. */
export interface Cdn {
  kind: CdnKind
  place: { zone: string; token: string }
  apiUrl: string
}

/** The CDN of the settings; null without one. */
export function cdnOf({ cdn }: Pick<Config, 'cdn'>): Cdn | null {
  if (!cdn) return null
  const kind = kinds[cdn.kind]
  return {
    kind,
    place: { zone: cdn.zone, token: cdn.token },
    apiUrl: cdn.apiUrl ?? kind.api,
  }
}

/** The tag as a CDN knows it: short, and without characters that separate tags. */
export function cdnTag(tag: ChangeTag | null): string {
  if (tag === null) return everyAnswer
  if (/^[a-z]+$/.test(tag)) return tag
  return createHash('sha1').update(tag).digest('hex').slice(0, 12)
}

/**
 * The headers that let the CDN store a cached answer, as long as this process would; none for an
 * answer that is not cached, or may be stale because the database is unavailable. Browsers ask
 * again every time, because nothing could purge their copies. So there is no `stale-while-
 * revalidate`, which they obey too.
 */
export function sharedHeaders(
  cdn: Cdn | null,
  { cache, answer }: { cache: AnswerCache; answer: Answer },
): Record<string, string> {
  if (!cdn || !answer.kept || cache.isSuspended || answer.status !== 200) return {}
  const { kind } = cdn
  const isPage = answer.pageRoute !== undefined
  if (!isPage && !kind.variesByAuthorization) return {}
  const seconds = Math.floor((answer.kept.validUntil - Date.now()) / 1000)
  const tags = [everyAnswer, ...new Set(answer.kept.tags.map(cdnTag))].join(kind.separator)
  if (seconds < 1 || tags.length > longestTagHeader) return {}
  return {
    'cache-control': `public, max-age=0, s-maxage=${seconds}, stale-if-error=${staleIfErrorSeconds}`,
    [kind.tagHeader]: tags,
    ...(!isPage && { vary: 'accept-encoding, authorization' }),
  }
}

/**
 * Marks every answer as private that is neither shared on purpose nor a file for a fixed time: some
 * CDNs store answers that are only `no-store`. Answers for signed-in callers stay separate from
 * others.
 */
export function keepRestFromCdn(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const given = String(reply.getHeader('cache-control') ?? 'no-store')
    const isForMany = /\bs-maxage=|\bmax-age=[1-9]/.test(given) && !/\bprivate\b/.test(given)
    if (isForMany && !reply.hasHeader('set-cookie')) return
    if (request.headers.authorization !== undefined) reply.header('vary', 'authorization')
    if (!/\bprivate\b/.test(given))
      reply.header('cache-control', `private, ${given.replace(/\bpublic,? ?/, '')}`)
  })
}

/** How long tags are collected, in milliseconds; every process has dropped its own answers by then. */
const defaultPause = 1_000
/** The pause after a failure doubles each time. */
const longestPause = 60_000
const timeoutMilliseconds = 10_000

/** With more tags, purging everything is quicker. */
const mostTags = 2_000

export interface CdnPurger {
  /** Purges the answers that show the subject of a change; with null, all. */
  purge(tag: ChangeTag | null): void
  close(): void
}

/**
 * Sends the tags of changes to the CDN, and repeats them until the CDN has accepted them. No caller
 * waits for it.
 */
export function openCdnPurger(
  cdn: Cdn,
  services: Pick<Services, 'request'>,
  pauseMilliseconds = defaultPause,
): CdnPurger {
  const pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let isSending = false
  let isClosed = false

  function schedule(): void {
    if (isClosed || isSending || timer || pending.size === 0) return
    const pause = Math.min(pauseMilliseconds * 2 ** failures, longestPause)
    timer = setTimeout(() => void sendPending(), pause).unref()
  }

  async function sendPending(): Promise<void> {
    timer = undefined
    isSending = true
    if (pending.has(everyAnswer) || pending.size > mostTags) {
      pending.clear()
      pending.add(everyAnswer)
    }
    const tags = [...pending].slice(0, cdn.kind.mostTags)
    for (const tag of tags) pending.delete(tag)
    try {
      await services.request('cdn', 'purge', () => sendTags(cdn, tags))
      failures = 0
    } catch {
      // The service metrics and the log of outages show it.
      failures += 1
      for (const tag of tags) pending.add(tag)
    }
    isSending = false
    schedule()
  }

  return {
    purge(tag) {
      pending.add(cdnTag(tag))
      schedule()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

async function sendTags({ kind, place, apiUrl }: Cdn, tags: readonly string[]): Promise<void> {
  const { path, headers, body } = kind.purge(place, tags)
  const answer = await fetch(apiUrl + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMilliseconds),
  }).catch((cause: Error) => {
    throw new ServiceUnavailable('The CDN does not answer.', { cause })
  })
  await answer.body?.cancel()
  // Whatever the reason, the CDN's copies are outdated until it has accepted the tags.
  if (!answer.ok) throw new ServiceUnavailable(`The CDN answered ${answer.status}.`)
}

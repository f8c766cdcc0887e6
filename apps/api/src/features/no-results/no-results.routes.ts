import { endpoints } from '@solvane/contract/endpoints'
import { longestTerm, type NoResultSearch, type noResultSorts } from '@solvane/contract/search'
import { toLocalTime } from '@solvane/contract/time-zone'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { countResults } from '../catalog/read-products.ts'
import { shopTimeZone } from '../content/read-content.ts'
import { searchWords } from '../search/search.ts'
import {
  addNoResults,
  deleteOldNoResults,
  insertDismissal,
  listNoResultRows,
  removeDismissal,
} from './no-results.queries.ts'

/** Counts the searches that find nothing, and serves them to staff. */
export function registerNoResults(
  app: FastifyInstance,
  registry: EndpointRegistry,
  ctx: AppContext,
): void {
  const noResults = openNoResults(ctx)
  app.addHook('onClose', () => noResults.flush())
  registry.register(endpoints.reportNoResults, async ({ body, caller }) => {
    noResults.count(body.search, caller.address)
    return { data: null }
  })
  registry.register(endpoints.listNoResultSearches, (input) =>
    listNoResultSearches(ctx, noResults, input),
  )
  registry.register(endpoints.dismissNoResultSearch, async ({ body }) => {
    await dismissNoResultSearch(ctx, body.term)
    return { data: null }
  })
  registry.register(endpoints.restoreNoResultSearch, async ({ body }) => {
    await restoreNoResultSearch(ctx, body.term)
    return { data: null }
  })
}

/** A page of the terms that were searched for without results, with what they find now. */
async function listNoResultSearches(
  ctx: Pick<AppContext, 'changes' | 'clock' | 'db' | 'replica'>,
  noResults: NoResults,
  {
    query: { q = '', ...query },
    hasJustWritten,
  }: {
    query: {
      q?: string | undefined
      dismissed: boolean
      page: number
      size: number
      sort: (typeof noResultSorts)[number]
      order: 'asc' | 'desc'
    }
    hasJustWritten: boolean
  },
): Promise<{ data: NoResultSearch[]; total: number }> {
  // Other processes write what they have counted within half a minute.
  await noResults.flush()
  const today = await shopDay(ctx)
  const text = searchWords(q).join(' ')
  const rows = await listNoResultRows(ctx.db.kysely, { ...query, today, text })
  const data = await ctx.replica.read({ hasJustWritten }, async (db) => {
    const data: NoResultSearch[] = []
    for (const { total: _, ...row } of rows)
      data.push({ ...row, resultCount: await countResults({ ...ctx, db }, row.term) })
    return data
  })
  return { data, total: rows[0]?.total ?? 0 }
}

/** Hides a term for good. Throws `SEARCH_TERM_NOT_FOUND`. */
async function dismissNoResultSearch({ db }: Pick<AppContext, 'db'>, term: string): Promise<void> {
  if (!(await insertDismissal(db.kysely, term))) throw new ShopError('SEARCH_TERM_NOT_FOUND')
}

/** Shows a dismissed term again. Throws `SEARCH_TERM_NOT_FOUND`. */
async function restoreNoResultSearch({ db }: Pick<AppContext, 'db'>, term: string): Promise<void> {
  if (!(await removeDismissal(db.kysely, term))) throw new ShopError('SEARCH_TERM_NOT_FOUND')
}

/** Counts the searches that find nothing, without the shopper. */
interface NoResults {
  /**
   * Counts a search in memory. The network address limits how much one person can count; it is not
   * stored.
   */
  count(text: string, address: string): void
  /** Writes what this process has counted, without what is found by now. */
  flush(): Promise<void>
}

/** Milliseconds for which searches are counted before they are written. */
const pause = 30_000
/** Terms that are counted between two writes; further ones are ignored. */
const mostCounted = 200
/** Terms of a day; further ones are ignored. */
const mostOfDay = 2_000

const dayMilliseconds = 24 * 60 * 60 * 1_000
/** Searches of a network that each process counts within a day of the first. */
const mostOfNetwork = 100
const rememberedNetworks = 10_000

/** Opens a counter for this process: it writes half a minute after the first search, all at once. */
export function openNoResults(
  ctx: Pick<AppContext, 'changes' | 'clock' | 'config' | 'db' | 'log' | 'replica'>,
  find = countResults,
): NoResults {
  let counted = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const ofNetwork = new LRUCache<string, number>({
    max: rememberedNetworks,
    ttl: dayMilliseconds,
    noUpdateTTL: true,
  })

  function count(text: string, address: string): void {
    const term = termOf(text)
    if (term === null) return
    const network = networkOf(address)
    const before = ofNetwork.get(network) ?? 0
    if (before >= mostOfNetwork * ctx.config.rateLimitMultiplier) return
    ofNetwork.set(network, before + 1)
    if (!counted.has(term) && counted.size >= mostCounted) return
    counted.set(term, (counted.get(term) ?? 0) + 1)
    timer ??= setTimeout(() => void flush(), pause).unref()
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'searches without results could not be counted')
    })
    return writing
  }

  async function write(): Promise<void> {
    if (counted.size === 0) return
    const counts = [...counted]
    counted = new Map()
    const missed = await ctx.replica.read({ hasJustWritten: false }, async (db) => {
      const missed: typeof counts = []
      // The terms are searched one after the other, so that shoppers' searches come first.
      for (const one of counts) if ((await find({ ...ctx, db }, one[0])) === 0) missed.push(one)
      return missed
    })
    await addNoResults(ctx.db.kysely, { day: await shopDay(ctx), counts: missed, mostOfDay })
  }

  return { count, flush }
}

/** A term with more digits may be an order, telephone or card number. */
const mostDigits = 5

/**
 * The term under which a search is counted: its words. Null for a text without words or too long
 * for a synonym, and for a text that may identify a person: e-mail addresses, links and long
 * numbers.
 */
export function termOf(text: string): string | null {
  const plain = text.normalize('NFKC')
  if (/@|:\/\//.test(plain) || plain.replace(/\P{N}/gu, '').length > mostDigits) return null
  const term = searchWords(text).join(' ')
  return term !== '' && term.length <= longestTerm ? term : null
}

/** Today in the shop's time zone: `2026-03-29`. */
async function shopDay(ctx: Pick<AppContext, 'clock' | 'db'>): Promise<string> {
  return toLocalTime(ctx.clock.now(), await shopTimeZone(ctx)).slice(0, 10)
}

/** Days for which searches are kept, today included: as many as the list shows. */
const keptDays = 90

/** Removes searches of more than 90 days ago. */
export async function removeOldNoResults(ctx: Pick<AppContext, 'clock' | 'db'>): Promise<void> {
  await deleteOldNoResults(ctx.db.kysely, { today: await shopDay(ctx), keptDays })
}

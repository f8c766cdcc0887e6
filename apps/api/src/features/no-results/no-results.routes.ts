import { endpoints } from '@solvane/contract/endpoints'
import type { NoResultSearch, noResultSorts } from '@solvane/contract/no-results'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { countResults } from '../catalog/read-products.ts'
import { searchWords } from '../search/search.ts'
import { insertDismissal, listNoResultRows, removeDismissal } from './no-results.queries.ts'
import { type NoResults, openNoResults, shopDay } from './no-results.ts'

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
export async function listNoResultSearches(
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
export async function dismissNoResultSearch(
  { db }: Pick<AppContext, 'db'>,
  term: string,
): Promise<void> {
  if (!(await insertDismissal(db.kysely, term))) throw new ShopError('SEARCH_TERM_NOT_FOUND')
}

/** Shows a dismissed term again. Throws `SEARCH_TERM_NOT_FOUND`. */
export async function restoreNoResultSearch(
  { db }: Pick<AppContext, 'db'>,
  term: string,
): Promise<void> {
  if (!(await removeDismissal(db.kysely, term))) throw new ShopError('SEARCH_TERM_NOT_FOUND')
}

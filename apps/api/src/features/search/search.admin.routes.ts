import { endpoints } from '@solvane/contract/endpoints'
import type { Synonym } from '@solvane/contract/search'
import type { AppContext } from '../../context.ts'
import { isTaken } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { searchWords } from './search.ts'
import {
  findSynonym,
  insertSynonym,
  listSynonymRows,
  lockSynonym,
  removeSynonym,
  writeSynonym,
} from './synonyms.admin.queries.ts'

/** Serves the synonyms to staff; the search itself is part of the list of products. */
export function registerSearch(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.listSynonyms, ({ query }) => listSynonyms(ctx, query))
  registry.register(endpoints.getSynonym, async ({ params }) => ({
    data: await getSynonym(ctx, params.id),
  }))
  registry.register(endpoints.createSynonym, async ({ body }) => ({
    data: await createSynonym(ctx, body),
  }))
  registry.register(endpoints.updateSynonym, async ({ params, body }) => ({
    data: await updateSynonym(ctx, { ...params, ...body }),
  }))
  registry.register(endpoints.deleteSynonym, async ({ params }) => {
    await deleteSynonym(ctx, params.id)
    return { data: null }
  })
}

type Context = Pick<AppContext, 'db'>
type Words = Pick<Synonym, 'term' | 'synonyms'>

/** A page of the synonyms. */
async function listSynonyms(
  { db }: Context,
  query: { q?: string | undefined; page: number; size: number; order: 'asc' | 'desc' },
): Promise<{ data: Synonym[]; total: number }> {
  const { q = '', page, size, order } = query
  const found = await listSynonymRows(db.kysely, {
    text: q,
    order,
    limit: size,
    offset: (page - 1) * size,
  })
  return { data: found.rows, total: found.total }
}

/** One term and its synonyms. Throws `SYNONYM_NOT_FOUND`. */
async function getSynonym({ db }: Context, term: string): Promise<Synonym> {
  const found = await findSynonym(db.kysely, term)
  if (!found) throw new ShopError('SYNONYM_NOT_FOUND')
  return found
}

/**
 * Adds a term. Throws `SYNONYM_TAKEN`, and `BAD_REQUEST` with `details.fields` if nobody could type
 * it.
 */
async function createSynonym(ctx: Context, input: Words): Promise<Synonym> {
  const words = asSearched(input)
  await rejectTaken(() => insertSynonym(ctx.db.kysely, words))
  return getSynonym(ctx, words.term)
}

/** Edits a term. Throws `SYNONYM_NOT_FOUND`, `STALE_EDIT`, `SYNONYM_TAKEN`, `BAD_REQUEST` as above. */
async function updateSynonym(
  ctx: Context,
  { id, version, ...input }: Words & { id: string; version: string },
): Promise<Synonym> {
  const words = asSearched(input)
  await rejectTaken(() =>
    ctx.db.kysely.transaction().execute(async (tx) => {
      const before = await lockSynonym(tx, id)
      if (!before) throw new ShopError('SYNONYM_NOT_FOUND')
      if (before.version !== version) throw new ShopError('STALE_EDIT', { version: before.version })
      await writeSynonym(tx, id, words)
    }),
  )
  return getSynonym(ctx, words.term)
}

/** Removes a term. Throws `SYNONYM_NOT_FOUND`. */
async function deleteSynonym({ db }: Context, term: string): Promise<void> {
  if (!(await removeSynonym(db.kysely, term))) throw new ShopError('SYNONYM_NOT_FOUND')
}

/** The words in the normalized form of a search. */
function asSearched({ term, synonyms }: Words): Words {
  const read = (text: string, field: string) => {
    const words = searchWords(text).join(' ')
    if (words) return words
    const message = 'Please use letters or digits'
    throw new ShopError('BAD_REQUEST', { fields: [{ field, message }] })
  }
  const words = synonyms.map((text, at) => read(text, `synonyms.${at}`))
  return { term: read(term, 'term'), synonyms: [...new Set(words)] }
}

async function rejectTaken(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    throw isTaken(error, 'search_synonym_pkey') ? new ShopError('SYNONYM_TAKEN') : error
  }
}

import { calls } from '@solvane/contract/calls'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'
import {
  createSynonym,
  deleteSynonym,
  getSynonym,
  listSynonyms,
  updateSynonym,
} from './synonyms.admin.ts'

/** Serves the words of the search to staff; the search itself is part of the list of products. */
export function registerSearch(registry: CallRegistry, ctx: AppContext): void {
  registry.register(calls.listSynonyms, ({ query }) => listSynonyms(ctx, query))
  registry.register(calls.getSynonym, async ({ params }) => ({
    data: await getSynonym(ctx, params.id),
  }))
  registry.register(calls.createSynonym, async ({ body }) => ({
    data: await createSynonym(ctx, body),
  }))
  registry.register(calls.updateSynonym, async ({ params, body }) => ({
    data: await updateSynonym(ctx, { ...params, ...body }),
  }))
  registry.register(calls.deleteSynonym, async ({ params }) => {
    await deleteSynonym(ctx, params.id)
    return { data: null }
  })
}

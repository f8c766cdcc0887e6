import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import {
  createSynonym,
  deleteSynonym,
  getSynonym,
  listSynonyms,
  updateSynonym,
} from './synonyms.admin.ts'

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

import { endpoints } from '@solvane/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import {
  dismissNoResultSearch,
  listNoResultSearches,
  restoreNoResultSearch,
} from './no-results.admin.ts'
import { openNoResults } from './no-results.ts'

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

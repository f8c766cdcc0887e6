import { calls } from '@solvane/contract/calls'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'
import { getProduct } from './get-product.ts'
import { listFacets, listProducts } from './list-products.ts'

/** Serves products: lists, facets, one. */
export function registerCatalog(registry: CallRegistry, ctx: AppContext): void {
  registry.register(calls.listProducts, ({ query }) => listProducts(ctx, query), {
    tags: () => ['catalogue'],
  })
  registry.register(
    calls.listFacets,
    async ({ query }) => ({ data: await listFacets(ctx, query) }),
    { tags: () => ['catalogue'] },
  )
  registry.register(
    calls.getProduct,
    async ({ params }) => ({ data: await getProduct(ctx, params.id) }),
    { tags: ({ data }) => ['catalogue', `product:${data.id}`] },
  )
}

import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { registerContentAdmin } from './content.admin.routes.ts'
import {
  getFaq,
  getGiftOptions,
  getHomeContent,
  getPage,
  getSiteSettings,
  listDeliveryMethods,
} from './read-content.ts'

/** Serves the editable content: home page, information pages, questions, settings. */
export function registerContent(registry: EndpointRegistry, ctx: AppContext): void {
  const options = { tags: () => ['content' as const] }
  registry.register(
    endpoints.getHomeContent,
    async () => ({ data: await getHomeContent(ctx) }),
    options,
  )
  registry.register(
    endpoints.getSiteSettings,
    async () => ({ data: await getSiteSettings(ctx) }),
    options,
  )
  registry.register(
    endpoints.getGiftOptions,
    async () => ({ data: await getGiftOptions(ctx) }),
    options,
  )
  registry.register(endpoints.getFaq, async () => ({ data: await getFaq(ctx) }), options)
  registry.register(
    endpoints.getPage,
    async ({ params }) => ({ data: await getPage(ctx, params.slug) }),
    options,
  )
  // Without tags, so not cached: the promised days change as time passes.
  registry.register(endpoints.listDeliveryMethods, async ({ query }) => {
    const { country, postalCode = null } = query
    const destination = country ? { country, postalCode } : null
    return { data: { methods: await listDeliveryMethods(ctx, destination) } }
  })
  registerContentAdmin(registry, ctx)
}

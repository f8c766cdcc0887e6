import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import {
  getFaqDraft,
  getHomeDraft,
  getPageDraft,
  listPages,
  listPictures,
  saveFaq,
  saveHome,
  savePage,
} from './edit-content.admin.ts'
import {
  getAvailability,
  getDeliveryDraft,
  getGiftsDraft,
  getSettingsDraft,
  saveAvailability,
  saveDelivery,
  saveGifts,
  saveSettings,
} from './edit-settings.admin.ts'
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

/** Serves the shop's texts and pictures to staff who edit them. */
function registerContentAdmin(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.getHomeDraft, async () => ({ data: await getHomeDraft(ctx) }))
  registry.register(endpoints.saveHome, async ({ body }) => ({ data: await saveHome(ctx, body) }))
  registry.register(endpoints.getSettingsDraft, async () => ({ data: await getSettingsDraft(ctx) }))
  registry.register(endpoints.saveSettings, async ({ body }) => ({
    data: await saveSettings(ctx, body),
  }))
  registry.register(endpoints.getDeliveryDraft, async () => ({ data: await getDeliveryDraft(ctx) }))
  registry.register(endpoints.saveDelivery, async ({ body }) => ({
    data: await saveDelivery(ctx, body),
  }))
  registry.register(endpoints.getAvailability, async () => ({ data: await getAvailability(ctx) }))
  registry.register(endpoints.saveAvailability, async ({ body }) => ({
    data: await saveAvailability(ctx, body),
  }))
  registry.register(endpoints.getFaqDraft, async () => ({ data: await getFaqDraft(ctx) }))
  registry.register(endpoints.saveFaq, async ({ body }) => ({ data: await saveFaq(ctx, body) }))
  registry.register(endpoints.getGiftsDraft, async () => ({ data: await getGiftsDraft(ctx) }))
  registry.register(endpoints.saveGifts, async ({ body }) => ({ data: await saveGifts(ctx, body) }))
  registry.register(endpoints.listPages, async () => {
    const data = await listPages(ctx)
    return { data, total: data.length }
  })
  registry.register(endpoints.getPageDraft, async ({ params }) => ({
    data: await getPageDraft(ctx, params.slug),
  }))
  registry.register(endpoints.savePage, async ({ params, body }) => ({
    data: await savePage(ctx, { ...params, ...body }),
  }))
  registry.register(endpoints.listPictures, ({ query }) => listPictures(ctx, query))
}

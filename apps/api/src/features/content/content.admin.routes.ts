import { calls } from '@solvane/contract/calls'
import type { AppContext } from '../../context.ts'
import type { CallRegistry } from '../../platform/http/register-call.ts'
import { getHomeDraft, saveHome } from './edit-home.admin.ts'
import { getSettingsDraft, saveSettings } from './edit-settings.admin.ts'
import { getFaqDraft, getPageDraft, listPages, saveFaq, savePage } from './edit-texts.admin.ts'
import { listPictures } from './list-pictures.admin.ts'

/** Serves the house's texts and pictures to staff who edit them. */
export function registerContentAdmin(registry: CallRegistry, ctx: AppContext): void {
  registry.register(calls.getHomeDraft, async () => ({ data: await getHomeDraft(ctx) }))
  registry.register(calls.saveHome, async ({ body }) => ({ data: await saveHome(ctx, body) }))
  registry.register(calls.getSettingsDraft, async () => ({ data: await getSettingsDraft(ctx) }))
  registry.register(calls.saveSettings, async ({ body }) => ({
    data: await saveSettings(ctx, body),
  }))
  registry.register(calls.getFaqDraft, async () => ({ data: await getFaqDraft(ctx) }))
  registry.register(calls.saveFaq, async ({ body }) => ({ data: await saveFaq(ctx, body) }))
  registry.register(calls.listPages, async () => {
    const data = await listPages(ctx)
    return { data, total: data.length }
  })
  registry.register(calls.getPageDraft, async ({ params }) => ({
    data: await getPageDraft(ctx, params.slug),
  }))
  registry.register(calls.savePage, async ({ params, body }) => ({
    data: await savePage(ctx, { ...params, ...body }),
  }))
  registry.register(calls.listPictures, ({ query }) => listPictures(ctx, query))
}

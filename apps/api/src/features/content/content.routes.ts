import type { Availability, GiftsDraft, SettingsDraft } from '@solvane/contract/content-drafts'
import type { DeliveryDraft } from '@solvane/contract/delivery.admin'
import { endpoints } from '@solvane/contract/endpoints'
import { type StoredDelivery, storedContent } from '../../../database/stored-content.ts'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { type ContentRow, knowsTimeZone } from './content.queries.ts'
import { findDocument, saveDocument, type Versioned } from './documents.ts'
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

/** The parts of the shop that are open, for editing. */
export async function getAvailability({
  db,
}: Pick<AppContext, 'db'>): Promise<Versioned<Availability>> {
  const { version, value } = await findDocument(db.kysely, 'availability')
  return { version, document: storedContent.availability.parse(value) }
}

/** Opens and closes parts of the shop, in every process at once. Throws `STALE_EDIT`. */
export async function saveAvailability(
  ctx: Pick<AppContext, 'db'>,
  { version, document }: Versioned<Availability>,
): Promise<Versioned<Availability>> {
  await saveDocument(ctx, { key: 'availability', version }, async () => document)
  return getAvailability(ctx)
}

/** The gift settings for editing: whether orders can be gifts, and the price of wrapping in dollars. */
export async function getGiftsDraft({
  db,
}: Pick<AppContext, 'db'>): Promise<Versioned<GiftsDraft>> {
  const { version, value } = await findDocument(db.kysely, 'gifts')
  const { isOffered, wrapCents } = storedContent.gifts.parse(value)
  return { version, document: { isOffered, wrapFee: wrapCents / 100 } }
}

/** Saves it. Throws `STALE_EDIT`. */
export async function saveGifts(
  ctx: Pick<AppContext, 'db'>,
  { version, document: { isOffered, wrapFee } }: Versioned<GiftsDraft>,
): Promise<Versioned<GiftsDraft>> {
  const gifts = { isOffered, wrapCents: Math.round(wrapFee * 100) }
  await saveDocument(ctx, { key: 'gifts', version }, async () => gifts)
  return getGiftsDraft(ctx)
}

/** The settings of the shop for editing. */
export async function getSettingsDraft({
  db,
}: Pick<AppContext, 'db'>): Promise<Versioned<SettingsDraft>> {
  const { version, value } = await findDocument(db.kysely, 'settings')
  return { version, document: storedContent.settings.parse(value) }
}

/**
 * Saves the settings of the shop. Throws `STALE_EDIT`, and `BAD_REQUEST` with
 * `details.fields` for a time zone that the database, which computes the reports, does not know.
 */
export async function saveSettings(
  ctx: Pick<AppContext, 'db'>,
  { version, document }: Versioned<SettingsDraft>,
): Promise<Versioned<SettingsDraft>> {
  if (!(await knowsTimeZone(ctx.db.kysely, document.timeZone))) {
    const message = 'Unknown time zone'
    throw new ShopError('BAD_REQUEST', { fields: [{ field: 'document.timeZone', message }] })
  }
  // The delivery fields that older code reads stay in the document: see migration 0030.
  const withOlder = async (_tx: Queryable, before: unknown) => Object.assign({}, before, document)
  const saved = await saveDocument(ctx, { key: 'settings', version }, withOlder)
  return { version: saved.version, document: storedContent.settings.parse(saved.value) }
}

/** Zones, methods, days and holidays of delivery for editing; amounts in dollars. */
export async function getDeliveryDraft({
  db,
}: Pick<AppContext, 'db'>): Promise<Versioned<DeliveryDraft>> {
  return toDeliveryDraft(await findDocument(db.kysely, 'delivery'))
}

/** Saves them, for every preview and order from now on. Throws `STALE_EDIT`. */
export async function saveDelivery(
  ctx: Pick<AppContext, 'db'>,
  { version, document }: Versioned<DeliveryDraft>,
): Promise<Versioned<DeliveryDraft>> {
  const delivery: StoredDelivery = {
    ...document,
    holidays: document.holidays.toSorted((one, other) => one.date.localeCompare(other.date)),
    zones: document.zones.map((zone) => ({
      ...zone,
      methods: zone.methods.map(({ fee, freeFrom, weightBands, ...method }) => ({
        ...method,
        feeCents: Math.round(fee * 100),
        freeFromCents: freeFrom === null ? null : Math.round(freeFrom * 100),
        weightBands: weightBands.map(({ upToGrams, fee }) => ({
          upToGrams,
          feeCents: Math.round(fee * 100),
        })),
      })),
    })),
  }
  return toDeliveryDraft(
    await saveDocument(ctx, { key: 'delivery', version }, async () => delivery),
  )
}

function toDeliveryDraft({ version, value }: ContentRow): Versioned<DeliveryDraft> {
  const delivery = storedContent.delivery.parse(value)
  const zones = delivery.zones.map((zone) => ({
    ...zone,
    methods: zone.methods.map(({ feeCents, freeFromCents, weightBands, ...method }) => ({
      ...method,
      fee: feeCents / 100,
      freeFrom: freeFromCents === null ? null : freeFromCents / 100,
      weightBands: weightBands.map(({ upToGrams, feeCents }) => ({
        upToGrams,
        fee: feeCents / 100,
      })),
    })),
  }))
  return { version, document: { ...delivery, zones } }
}

import type { Availability, GiftsDraft, SettingsDraft } from '@solvane/contract/content-drafts'
import type { DeliveryDraft } from '@solvane/contract/delivery.admin'
import { type StoredDelivery, storedContent } from '../../../database/stored-content.ts'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { type ContentRow, knowsTimeZone } from './content.queries.ts'
import { findDocument, saveDocument, type Versioned } from './documents.ts'

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

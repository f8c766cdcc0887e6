import type { SettingsDraft } from '@solvane/contract/content-drafts'
import { type StoredSettings, storedContent } from '../../../database/stored-content.ts'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { knowsTimeZone } from './content.queries.ts'
import { findDocument, saveDocument, type Versioned } from './save-document.ts'

const key = 'settings'

/** The settings of delivery, and the time zone, as they are edited; amounts in dollars. */
export async function getSettingsDraft({
  db,
}: Pick<AppContext, 'db'>): Promise<Versioned<SettingsDraft>> {
  return toDraft(await findDocument(db.kysely, key))
}

/**
 * Saves the settings of delivery and the time zone. Raises `STALE_EDIT`, and `BAD_REQUEST` with
 * `details.fields` on a zone that the database does not know: reports are reckoned there.
 */
export async function saveSettings(
  ctx: Pick<AppContext, 'db'>,
  { version, document }: Versioned<SettingsDraft>,
): Promise<Versioned<SettingsDraft>> {
  const { shippingFee, freeShippingFrom, ...texts } = document
  if (!(await knowsTimeZone(ctx.db.kysely, document.timeZone))) {
    const message = 'This time zone is not known'
    throw new ShopError('BAD_REQUEST', { fields: [{ field: 'document.timeZone', message }] })
  }
  const settings: StoredSettings = {
    ...texts,
    shippingFeeCents: Math.round(shippingFee * 100),
    freeShippingFromCents: Math.round(freeShippingFrom * 100),
  }
  return toDraft(await saveDocument(ctx, { key, version }, async () => settings))
}

function toDraft({
  version,
  value,
}: {
  version: string
  value: unknown
}): Versioned<SettingsDraft> {
  const { shippingFeeCents, freeShippingFromCents, ...texts } = storedContent.settings.parse(value)
  return {
    version,
    document: {
      ...texts,
      shippingFee: shippingFeeCents / 100,
      freeShippingFrom: freeShippingFromCents / 100,
    },
  }
}

import type { SettingsDraft } from '@solvane/contract/content-drafts'
import { type StoredSettings, storedContent } from '../../../database/stored-content.ts'
import type { AppContext } from '../../context.ts'
import { findDocument, saveDocument, type Versioned } from './save-document.ts'

const key = 'settings'

/** The settings of delivery as they are edited; amounts in dollars. */
export async function getSettingsDraft({
  db,
}: Pick<AppContext, 'db'>): Promise<Versioned<SettingsDraft>> {
  return toDraft(await findDocument(db.kysely, key))
}

/** Saves the settings of delivery. Raises `STALE_EDIT`. */
export async function saveSettings(
  ctx: Pick<AppContext, 'db'>,
  { version, document }: Versioned<SettingsDraft>,
): Promise<Versioned<SettingsDraft>> {
  const { shippingFee, freeShippingFrom, ...texts } = document
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

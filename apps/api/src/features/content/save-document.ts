import { defaultContent } from '../../../database/defaults/default-content.ts'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { forgetReplacedPictures } from '../uploads/stored-uploads.ts'
import {
  addContent,
  type ContentRow,
  findContentRow,
  lockContent,
  writeContent,
} from './content.queries.ts'

/** A document as it is stored. A save sends its `version`. */
export interface Versioned<Document> {
  version: string
  document: Document
}

/**
 * The stored document under `key`; a missing one is created from its default. Throws
 * `PAGE_NOT_FOUND` for a key without a default.
 */
export async function findDocument(db: Queryable, key: string): Promise<ContentRow> {
  const row = await findContentRow(db, key)
  if (row) return row
  const missing = defaultContent().find((document) => document.key === key)
  if (missing) await addContent(db, key, missing.value)
  const added = await findContentRow(db, key)
  if (!added) throw new ShopError('PAGE_NOT_FOUND')
  return added
}

/** The same, locked until the transaction ends. */
export async function lockDocument(tx: Queryable, key: string): Promise<ContentRow> {
  await findDocument(tx, key)
  await lockContent(tx, key)
  return findDocument(tx, key)
}

/**
 * Replaces the document under `key`, if it still has `version`, by the result of `change`, and
 * returns it. Uploaded pictures that nothing shows any more are removed. Throws `PAGE_NOT_FOUND`, `STALE_EDIT` if somebody else has saved since.
 */
export function saveDocument(
  { db }: Pick<AppContext, 'db'>,
  { key, version }: { key: string; version: string },
  change: (tx: Queryable, before: unknown) => Promise<unknown>,
): Promise<ContentRow> {
  return db.kysely.transaction().execute(async (tx) => {
    const before = await lockDocument(tx, key)
    if (before.version !== version) throw new ShopError('STALE_EDIT', { version: before.version })
    const after = await change(tx, before.value)
    await writeContent(tx, key, after)
    await forgetReplacedPictures(tx, before.value, after)
    return findDocument(tx, key)
  })
}

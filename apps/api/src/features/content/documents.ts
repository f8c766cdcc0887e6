import type { z } from 'zod'
import { defaultContent } from '../../../database/defaults/default-content.ts'
import { storedContent } from '../../../database/stored-content.ts'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { forgetReplacedPictures } from '../uploads/stored-uploads.ts'
import {
  addContent,
  type ContentRow,
  findContent,
  findContentRow,
  lockContent,
  writeContent,
} from './content.queries.ts'

type Context = Pick<AppContext, 'changes' | 'db'>
type Documents = typeof storedContent
type Key = keyof Documents
type Document<K extends Key> = z.output<Documents[K]>

/** The document under `key`. Throws if it is missing or malformed: the seed writes them all. */
export async function readDocument<K extends Key>(
  { db }: Pick<Context, 'db'>,
  key: K,
): Promise<Document<K>> {
  return storedContent[key].parse(await findContent(db, key)) as Document<K>
}

/** Texts and settings as pages show them: cached per process, because every page shows some of them. */
const shown = new WeakMap<Context['changes'], Map<string, Promise<unknown>>>()

/** Drops what is cached as soon as any process changes a text or setting. */
export function watchDocuments({ changes }: Pick<Context, 'changes'>): void {
  changes.onChange((tag) => {
    if (tag === null || tag === 'content') shown.delete(changes)
  })
}

/**
 * The result of `read` for pages: from memory, a moment old at most. `key` names one kind of
 * result, which changes with the tag `content` only. While the process receives no changes, nothing
 * is cached.
 */
export function shownResult<Result>(
  ctx: Pick<Context, 'changes'>,
  key: string,
  read: () => Promise<Result>,
): Promise<Result> {
  if (!ctx.changes.isConnected()) return read()
  const results = shown.get(ctx.changes) ?? new Map<string, Promise<unknown>>()
  shown.set(ctx.changes, results)
  let result = results.get(key)
  if (!result) {
    result = read()
    results.set(key, result)
    result.catch(() => results.delete(key))
  }
  return result as Promise<Result>
}

/**
 * The document under `key` for pages and for checks of what is open: from memory, a moment old at
 * most. The prices of an order are read with the order instead.
 */
export function shownDocument<K extends Key>(ctx: Context, key: K): Promise<Document<K>> {
  return shownResult(ctx, key, () => readDocument(ctx, key))
}

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

/** Finds the document and locks it until the transaction ends. */
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

import type { z } from 'zod'
import { storedContent } from '../../../database/stored-content.ts'
import type { AppContext } from '../../context.ts'
import { findContent } from './content.queries.ts'

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

/** Cached per process: every page shows some of them. */
const known = new WeakMap<Context['changes'], Map<Key, Promise<unknown>>>()

/** Drops the cached documents as soon as any process changes one. */
export function watchDocuments({ changes }: Pick<Context, 'changes'>): void {
  changes.onChange((tag) => {
    if (tag === null || tag === 'content') known.delete(changes)
  })
}

/**
 * The document under `key`, for pages and for what is open now: from memory, a moment old at most.
 * What an order costs is read with `readDocument`.
 */
export function shownDocument<K extends Key>(ctx: Context, key: K): Promise<Document<K>> {
  const documents = known.get(ctx.changes) ?? new Map<Key, Promise<unknown>>()
  known.set(ctx.changes, documents)
  let document = documents.get(key)
  if (!document) {
    document = readDocument(ctx, key)
    documents.set(key, document)
    document.catch(() => documents.delete(key))
  }
  return document as Promise<Document<K>>
}

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

/** What pages show of texts and settings: cached per process, because every page shows some of it. */
const shown = new WeakMap<Context['changes'], Map<string, Promise<unknown>>>()

/** Drops what is cached as soon as any process changes a text or setting. */
export function watchDocuments({ changes }: Pick<Context, 'changes'>): void {
  changes.onChange((tag) => {
    if (tag === null || tag === 'content') shown.delete(changes)
  })
}

/**
 * The result of `read` as pages show it: from memory, a moment old at most. `key` stands for one
 * kind of result, which changes with the tag `content` only. While changes are not received nothing is
 * kept.
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
 * The document under `key`, for pages and for what is open now: from memory, a moment old at most.
 * What an order costs is read with the order.
 */
export function shownDocument<K extends Key>(ctx: Context, key: K): Promise<Document<K>> {
  return shownResult(ctx, key, () => readDocument(ctx, key))
}

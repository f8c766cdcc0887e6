import type { AppContext } from '../../context.ts'
import { removedUpload } from '../media/picture-addresses.ts'
import type { UploadedPictures } from '../media/picture-store.ts'
import { listRemovedPictures } from './uploads.queries.ts'

/** Ids that are remembered; beyond them all are asked for again. */
const mostKnown = 100_000

/**
 * Which uploaded pictures are served: in every process those that were not removed. Each is looked up once and
 * then remembered until a change says that it is removed. While the database is away, whatever is there is
 * served, as pages from memory are.
 */
export function watchUploads(
  ctx: Pick<AppContext, 'changes' | 'clock' | 'db' | 'log'>,
): UploadedPictures {
  const known = new Set<string>()
  /** Counts the removals, so that what was looked up before one is not remembered after it. */
  let removals = 0
  const listeners: ((picture: { id: string; hash: string }) => void)[] = []
  ctx.changes.onChange((tag) => {
    if (tag === null) {
      removals += 1
      known.clear()
    }
    const removed = tag && removedUpload(tag)
    if (!removed) return
    removals += 1
    known.delete(removed.id)
    for (const listener of listeners) listener(removed)
  })

  const removedAmong = (ids: readonly string[]) =>
    listRemovedPictures(ctx.db.kysely, ids, ctx.clock.now())

  return {
    async isServed(id) {
      if (known.has(id) || !ctx.changes.isConnected()) return true
      const before = removals
      const removed = await removedAmong([id])
      if (removed.length > 0) return false
      if (known.size >= mostKnown) known.clear()
      if (before === removals) known.add(id)
      return true
    },
    removedAmong,
    onRemoved: (listener) => listeners.push(listener),
  }
}

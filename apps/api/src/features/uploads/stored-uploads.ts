import type { Picture } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { isServiceUnavailable, ShopError } from '../../platform/errors/shop-error.ts'
import type { PersonalData } from '../auth/personal-data.ts'
import {
  removedUpload,
  storedPictureAddress,
  storedPictureKey,
  tagOfUpload,
  uploadOfAddress,
} from '../media/picture-addresses.ts'
import type { UploadedPictures } from '../media/picture-store.ts'
import {
  deleteUploads,
  describeUploads,
  findPictureUploads,
  forgetChatUploads,
  forgetUnshownPictures,
  forgetUploads,
  isKnownUpload,
  type KeptUpload,
  keepPictureUploads,
  keepUploadsOf,
  listRemovedPictures,
  lockForgottenUploads,
  lockPictureUploads,
  publishWithCommit,
  type UploadRow,
} from './uploads.queries.ts'

/**
 * Marks private uploads as used by a message or a return, in its transaction, and returns them in the order of `ids`,
 * without ids that do not exist or are not the sender's: the caller must reject those.
 */
export async function keepChatUploads(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Queryable,
  { ids, ownerId }: { ids: string[]; ownerId: string },
): Promise<KeptUpload[]> {
  if (ids.length === 0) return []
  const kept = await keepUploadsOf(tx, { ids, ownerId, at: clock.now() })
  return ids.flatMap((id) => kept.find((upload) => upload.id === id) ?? [])
}

/**
 * Marks the pictures of deleted messages for deletion, in the transaction that deletes the
 * messages.
 */
export async function forgetPictures(tx: Queryable, ids: string[]): Promise<void> {
  if (ids.length > 0) await forgetChatUploads(tx, ids)
}

/**
 * Marks uploaded pictures as used, in the transaction that makes something show them. Throws
 * `BAD_REQUEST` if one was deleted because nothing had used it for days.
 */
export async function keepPictures(
  tx: Queryable,
  pictures: readonly Pick<Picture, 'src'>[],
): Promise<void> {
  const ids = [...new Set(pictures.flatMap(({ src }) => uploadOfAddress(src) ?? []))]
  if (ids.length === 0) return
  if ((await lockPictureUploads(tx, ids)).length < ids.length)
    throw new ShopError(
      'BAD_REQUEST',
      undefined,
      'A picture was sent so long ago that it is no longer kept. Please add it again.',
    )
  await keepPictureUploads(tx, ids)
}

/** Uploaded pictures by their addresses, as they were measured when they came; unknown ones are left out. */
export async function readUploadedPictures(
  db: Queryable,
  addresses: readonly string[],
): Promise<Map<string, Omit<Picture, 'alt'>>> {
  const ids = addresses.flatMap((src) => uploadOfAddress(src) ?? [])
  const rows = await findPictureUploads(db, ids)
  return new Map(
    rows.map(({ id, hash, width, height, color }) => {
      const src = storedPictureAddress({ id, hash })
      return [src, { src, width, height, color }]
    }),
  )
}

/**
 * Marks uploaded pictures for deletion that a change has replaced or removed and that nothing else
 * shows, at the end of its transaction. `before` and `after` are the changed values, with the
 * pictures' addresses anywhere in them. From the commit on no process serves the pictures.
 */
export async function forgetReplacedPictures(
  tx: Queryable,
  before: unknown,
  after: unknown,
): Promise<void> {
  const staying = new Set(uploadsIn(after))
  const ids = uploadsIn(before).filter((id) => !staying.has(id))
  if (ids.length === 0) return
  const pictures = await lockPictureUploads(tx, ids)
  const forgotten = await forgetUnshownPictures(
    tx,
    pictures.map((picture) => ({ id: picture.id, src: storedPictureAddress(picture) })),
  )
  await publishWithCommit(tx, pictures.filter(({ id }) => forgotten.includes(id)).map(tagOfUpload))
}

function uploadsIn(value: unknown): string[] {
  const addresses =
    JSON.stringify(value ?? null).match(/\/media\/uploads\/[0-9a-f.-]+\.webp/g) ?? []
  return [...new Set(addresses.flatMap((src) => uploadOfAddress(src) ?? []))]
}

/** The storage key of an upload: private pictures are kept apart from public ones. */
export function keyOfUpload({ id, purpose }: Pick<UploadRow, 'id' | 'purpose'>): string {
  return purpose === 'PICTURE' ? storedPictureKey(id) : `chat/${id}.webp`
}

/**
 * The bytes (WebP) of a picture of a message or a return; undefined if there is none with this id. The caller
 * must check access before.
 */
export async function readUpload(
  ctx: Pick<AppContext, 'db' | 'storage' | 'clock'>,
  id: string,
): Promise<Buffer | undefined> {
  const wanted = { id, purpose: 'CHAT' as const, at: ctx.clock.now() }
  if (!(await isKnownUpload(ctx.db.kysely, wanted))) return undefined
  return ctx.storage.read(keyOfUpload(wanted))
}

const atATime = 100

/**
 * Deletes uploads that were not used in time, and those of closed accounts. A file that cannot be
 * deleted keeps its row for the next run, and does not stop the others. Throws in the end if there
 * was one, and at once while the storage is unavailable.
 */
export async function removeForgottenUploads({
  db,
  storage,
  clock,
}: Pick<AppContext, 'db' | 'storage' | 'clock'>): Promise<void> {
  const failed = new Map<string, unknown>()
  let found: number
  do {
    found = await db.kysely.transaction().execute(async (tx) => {
      const limits = { most: atATime, except: [...failed.keys()] }
      const uploads = await lockForgottenUploads(tx, clock.now(), limits)
      for (const upload of uploads)
        await storage.remove(keyOfUpload(upload)).catch((error: unknown) => {
          if (isServiceUnavailable(error)) throw error
          failed.set(upload.id, error)
        })
      const removed = uploads.filter(({ id }) => !failed.has(id))
      await deleteUploads(
        tx,
        removed.map(({ id }) => id),
      )
      await publishWithCommit(
        tx,
        removed.filter(({ purpose }) => purpose === 'PICTURE').map(tagOfUpload),
      )
      return uploads.length
    })
  } while (found === atATime)
  const [cause] = failed.values()
  if (failed.size > 0)
    throw new Error(`Files of uploads could not be deleted: ${failed.size}`, { cause })
}

/** Pictures sent in conversations and with returns, for the export and for closing an account. */
export const uploadsOfShopper: PersonalData = {
  name: 'uploads',
  read: describeUploads,
  erase: forgetUploads,
}

/** The most remembered ids; beyond them all are looked up again. */
const mostKnown = 100_000

/**
 * The uploaded pictures that are served: in every process those that were not removed. Each is
 * looked up once and then remembered until a change reports its removal. While the database is
 * unavailable, every existing file is served, as cached pages are.
 */
export function watchUploads(
  ctx: Pick<AppContext, 'changes' | 'clock' | 'db' | 'log'>,
): UploadedPictures {
  const known = new Set<string>()
  /** Counts the removals, so that a lookup from before one is not remembered after it. */
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

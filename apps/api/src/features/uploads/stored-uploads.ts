import type { Picture } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { PersonalData } from '../auth/personal-data.ts'
import { storedPictureKey, uploadOfAddress } from '../media/picture-addresses.ts'
import {
  describeUploads,
  forgetChatUploads,
  forgetUploads,
  isKnownUpload,
  type KeptUpload,
  keepPictureUploads,
  keepUploadsOf,
  takeForgottenUploads,
  type UploadRow,
} from './uploads.queries.ts'

/**
 * Keeps what someone has sent for a message, in the transaction of that message, and gives it in the order
 * of `ids`. Ids that are not theirs, or gone, are left out: for the caller to refuse.
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

/** Has what came with messages that are being removed forgotten, in the transaction that removes them. */
export async function forgetPictures(tx: Queryable, ids: string[]): Promise<void> {
  if (ids.length > 0) await forgetChatUploads(tx, ids)
}

/**
 * Keeps the pictures among these that were sent, in the transaction of what shows them. Throws `BAD_REQUEST`
 * when one was forgotten meanwhile: sent days ago, and shown by nothing until now.
 */
export async function keepPictures(
  tx: Queryable,
  pictures: readonly Pick<Picture, 'src'>[],
): Promise<void> {
  const ids = [...new Set(pictures.flatMap(({ src }) => uploadOfAddress(src) ?? []))]
  if (ids.length === 0) return
  if ((await keepPictureUploads(tx, ids)) < ids.length)
    throw new ShopError(
      'BAD_REQUEST',
      undefined,
      'A picture was sent so long ago that it is no longer kept. Please add it again.',
    )
}

/** Where the storage keeps an upload: what only some may see is not among what everyone may. */
export function keyOfUpload({ id, purpose }: Pick<UploadRow, 'id' | 'purpose'>): string {
  return purpose === 'PICTURE' ? storedPictureKey(id) : `chat/${id}.webp`
}

/**
 * The bytes, WebP, of a picture that came with a message; undefined when there is none of this id. Who may
 * see it is for the caller to decide, before.
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

/** Deletes the uploads that nothing came to show in time, and those of accounts that were closed. */
export async function removeForgottenUploads({
  db,
  storage,
  clock,
}: Pick<AppContext, 'db' | 'storage' | 'clock'>): Promise<void> {
  let removed: number
  do {
    // A file that cannot be deleted now brings its row back, for the next time.
    removed = await db.kysely.transaction().execute(async (tx) => {
      const uploads = await takeForgottenUploads(tx, clock.now(), atATime)
      for (const upload of uploads) await storage.remove(keyOfUpload(upload))
      return uploads.length
    })
  } while (removed === atATime)
}

/** Pictures sent in conversations, for the export and for closing an account. */
export const uploadsOfShopper: PersonalData = {
  name: 'uploads',
  read: describeUploads,
  erase: forgetUploads,
}

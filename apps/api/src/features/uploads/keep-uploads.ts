import type { Picture } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { uploadOfAddress } from '../media/masters.ts'
import { type KeptUpload, keepPictureUploads, keepUploadsOf } from './uploads.queries.ts'

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

/** Keeps the pictures among these that were sent, in the transaction of what shows them. */
export async function keepPictures(
  tx: Queryable,
  pictures: readonly Pick<Picture, 'src'>[],
): Promise<void> {
  const ids = pictures.flatMap(({ src }) => uploadOfAddress(src) ?? [])
  if (ids.length > 0) await keepPictureUploads(tx, ids)
}

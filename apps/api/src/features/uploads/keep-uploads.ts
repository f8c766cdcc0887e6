import type { Picture } from '@solvane/contract/catalog'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { uploadOfAddress } from '../media/picture-addresses.ts'
import {
  forgetChatUploads,
  type KeptUpload,
  keepPictureUploads,
  keepUploadsOf,
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
 * Keeps the pictures among these that were sent, in the transaction of what shows them. Raises `BAD_REQUEST`
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

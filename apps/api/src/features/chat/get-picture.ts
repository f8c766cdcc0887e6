import type { ChatPicture } from '@solvane/contract/chat'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { readUpload } from '../uploads/read-upload.ts'
import { hasPicture, type RoomRow } from './chat.queries.ts'

/** A picture that came with a message of this room. Raises `NOT_FOUND`. */
export async function getPicture(
  ctx: Pick<AppContext, 'db' | 'storage' | 'clock'>,
  room: Pick<RoomRow, 'id'>,
  pictureId: string,
): Promise<ChatPicture> {
  const bytes = (await hasPicture(ctx.db.kysely, room.id, pictureId))
    ? await readUpload(ctx, pictureId)
    : undefined
  if (!bytes) throw new ShopError('NOT_FOUND')
  return { type: 'image/webp', base64: bytes.toString('base64') }
}

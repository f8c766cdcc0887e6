import { randomUUID } from 'node:crypto'
import type { Upload, UploadPurpose } from '@solvane/contract/uploads'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { SentFile } from '../../platform/http/sent-files.ts'
import { pictureHash, storedPictureAddress } from '../media/masters.ts'
import { type CountPixels, type TakenPicture, takePicture } from './take-picture.ts'
import { keyOfUpload } from './upload-key.ts'
import { insertUploads, type UploadRow } from './uploads.queries.ts'

/** How long an upload that nothing shows is kept, in milliseconds. */
const unusedMilliseconds = 3 * 24 * 60 * 60 * 1000

const limits = {
  CHAT: { name: 'chat-uploads', times: 30, seconds: 60 * 60 },
  PICTURE: { name: 'picture-uploads', times: 600, seconds: 60 * 60 },
} as const

/** Megapixels of chat pictures that an account may have decoded in an hour: thirty of a telephone's. */
const chatMegapixels = { name: 'chat-megapixels', times: 400, seconds: 60 * 60 } as const

/** Who sends, and what for. */
export interface Sender {
  userId: string
  purpose: UploadPurpose
}

/**
 * Keeps pictures that someone sends: all of them, or none when one is refused. Raises `UPLOAD_MISSING`,
 * `UPLOAD_REFUSED` with `details.file`, the name of the first that is no picture of ours,
 * `PAYLOAD_TOO_LARGE`, `TOO_MANY_REQUESTS`.
 */
export async function uploadFiles(
  ctx: Pick<AppContext, 'db' | 'storage' | 'clock' | 'limits'>,
  { userId, purpose }: Sender,
  files: AsyncIterable<SentFile>,
): Promise<Upload[]> {
  await ctx.limits.count(limits[purpose], userId)
  const countPixels: CountPixels = (pixels) =>
    purpose === 'CHAT'
      ? ctx.limits.count(chatMegapixels, userId, Math.ceil(pixels / 1_000_000))
      : Promise.resolve()
  const pictures: TakenPicture[] = []
  for await (const file of files) pictures.push(await takeFile(file, countPixels))
  if (pictures.length === 0) throw new ShopError('UPLOAD_MISSING')

  const now = ctx.clock.now()
  const rows = pictures.map(
    ({ bytes, ...shape }): UploadRow => ({
      id: randomUUID(),
      owner_id: userId,
      purpose,
      hash: pictureHash(bytes),
      bytes: bytes.length,
      ...shape,
      created_at: now,
      forget_at: new Date(now.getTime() + unusedMilliseconds),
    }),
  )
  // Before the files, so that none lies there that nobody would ever forget.
  await insertUploads(ctx.db.kysely, rows)
  for (const [index, row] of rows.entries()) {
    const { bytes } = pictures[index] as TakenPicture
    await ctx.storage.write(keyOfUpload(row), bytes, 'image/webp')
  }
  return rows.map(({ id, hash, width, height, color }) => ({
    id,
    src: purpose === 'PICTURE' ? storedPictureAddress({ id, hash }) : null,
    width,
    height,
    color,
  }))
}

async function takeFile(file: SentFile, countPixels: CountPixels): Promise<TakenPicture> {
  const bytes = await file.read()
  return takePicture(bytes, countPixels).catch((error: unknown) => {
    if (error instanceof ShopError && error.code === 'UPLOAD_REFUSED')
      throw new ShopError(error.code, { file: file.name })
    throw error
  })
}

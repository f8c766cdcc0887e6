import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Upload, UploadPurpose } from '@solvane/contract/uploads'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { SentFile } from '../../platform/http/multipart-files.ts'
import { pictureHash, storedPictureAddress } from '../media/picture-addresses.ts'
import { measurePicture, type TakenPicture, takePicture } from './process-picture.ts'
import { keyOfUpload } from './stored-uploads.ts'
import { insertUploads, type UploadRow } from './uploads.queries.ts'

/** How long an unused upload is kept, in milliseconds. */
const unusedMilliseconds = 3 * 24 * 60 * 60 * 1000

const limits = {
  CHAT: { name: 'chat-uploads', times: 30, seconds: 60 * 60 },
  PICTURE: { name: 'picture-uploads', times: 600, seconds: 60 * 60 },
} as const

/**
 * The megapixels of chat pictures that an account may have decoded in an hour: about thirty phone
 * pictures.
 */
const chatMegapixels = { name: 'chat-megapixels', times: 400, seconds: 60 * 60 } as const

/** The sender and the purpose. */
export interface Sender {
  userId: string
  purpose: UploadPurpose
}

/**
 * Stores uploaded pictures, all or none. Throws `UPLOAD_MISSING`, `UPLOAD_REFUSED` with the name of
 * the first unsupported file in `details.file`, `PAYLOAD_TOO_LARGE`, `TOO_MANY_REQUESTS`.
 */
export async function uploadFiles(
  ctx: Pick<AppContext, 'db' | 'storage' | 'clock' | 'limits'>,
  { userId, purpose }: Sender,
  files: AsyncIterable<SentFile>,
): Promise<Upload[]> {
  await ctx.limits.count(limits[purpose], userId)
  const pictures = await takeFiles(files, (pixels) =>
    purpose === 'CHAT'
      ? ctx.limits.countAmount(chatMegapixels, userId, Math.ceil(pixels / 1_000_000))
      : Promise.resolve(),
  )
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
  // Before the files, so that no file can be left without a row.
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

/**
 * Converts files once all have been measured and `countPixels` has accepted their sum: nothing is
 * decoded for a rejected request. Meanwhile they wait on disk, because the files of a request would
 * fill the memory.
 */
async function takeFiles(
  files: AsyncIterable<SentFile>,
  countPixels: (pixels: number) => Promise<void>,
): Promise<TakenPicture[]> {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'))
  try {
    const measured: { name: string; path: string; pixels: number }[] = []
    for await (const { name, read } of files) {
      const bytes = await read()
      const pixels = await named(name, measurePicture(bytes))
      const path = join(folder, String(measured.length))
      await writeFile(path, bytes)
      measured.push({ name, path, pixels })
    }
    if (measured.length > 0)
      await countPixels(measured.reduce((sum, { pixels }) => sum + pixels, 0))
    const pictures: TakenPicture[] = []
    for (const { name, path, pixels } of measured)
      pictures.push(await named(name, takePicture(await readFile(path), pixels)))
    return pictures
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Adds the file's name to an error. */
function named<Result>(file: string, taking: Promise<Result>): Promise<Result> {
  return taking.catch((error: unknown) => {
    if (error instanceof ShopError && error.code === 'UPLOAD_REFUSED')
      throw new ShopError(error.code, { file })
    throw error
  })
}

import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '@solvane/contract/endpoints'
import { actsAs } from '@solvane/contract/staff-role'
import type { Upload, UploadPurpose } from '@solvane/contract/uploads'
import pLimit from 'p-limit'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import type { SentFile } from '../../platform/http/request-parsing.ts'
import {
  dominantColor,
  loadSharp,
  pictureHash,
  storedPictureAddress,
} from '../media/picture-addresses.ts'
import type { PictureStore } from '../media/picture-store.ts'
import { keyOfUpload } from './stored-uploads.ts'
import { insertUploads, type UploadRow } from './uploads.queries.ts'

/** Serves uploads. The widths of the shop's pictures are made before anyone requests them. */
export function registerUploads(
  registry: EndpointRegistry,
  ctx: AppContext,
  pictures: Pick<PictureStore, 'prepare'>,
): void {
  registry.register(endpoints.uploadFiles, async ({ query, files, caller: { user } }) => {
    const { purpose } = query
    if (purpose === 'PICTURE' && !actsAs(user.staffRole, 'MANAGER'))
      throw new ShopError('FORBIDDEN')
    const data = await uploadFiles(ctx, { userId: user.id, purpose }, files)
    pictures.prepare(data.flatMap(({ src, width }) => (src ? { src, width } : [])))
    return { data, total: data.length }
  })
}

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

/** The prefix of the folders in which the files of a request wait. */
const temporaryFolders = 'solvane-uploads-'

/** The sender and the purpose. */
interface Sender {
  userId: string
  purpose: UploadPurpose
}

/**
 * Stores uploaded pictures, all or none. Throws `UPLOAD_MISSING`, `UPLOAD_REFUSED` with the name of
 * the first unsupported file in `details.file`, `PAYLOAD_TOO_LARGE`, `TOO_MANY_REQUESTS`.
 */
async function uploadFiles(
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
  // Rows come before the files, so that no file can be left without a row.
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
  const folder = await mkdtemp(join(tmpdir(), temporaryFolders))
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

/**
 * Removes the folders that killed processes have left among the temporary files of this machine: those in
 * which nothing was written for an hour, because others may still be receiving files.
 */
export async function removeLeftFolders(): Promise<void> {
  const before = Date.now() - 60 * 60 * 1_000
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    if (!name.startsWith(temporaryFolders)) continue
    const folder = join(tmpdir(), name)
    // Another process may be removing it, too.
    const known = await stat(folder).catch(() => null)
    if (known && known.mtimeMs < before)
      await rm(folder, { recursive: true, force: true }).catch(() => {})
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

/** A picture as the shop stores it: WebP, upright, without metadata. */
interface TakenPicture {
  bytes: Buffer
  width: number
  height: number
  /** `#rrggbb`. */
  color: string
}

/** The accepted formats, by their first bytes, with sharp's names. */
const taken: Record<string, string> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'heif',
}

/** The most pixels that are decoded: a few kilobytes can claim to be far more. */
const mostPixels = 50_000_000

/** The stored length of the longer edge in pixels, enough for the widest screen of the shop. */
const longestEdge = 2_000

/** The shop's page background, behind transparent pixels. */
const paper = '#f5f2ec'

/** The most pixels of an ordinary picture, such as a phone's. */
const ordinaryPixels = 13_000_000

/**
 * One at a time: a large picture needs a core and much memory, and ordinary ones do not wait for
 * it.
 */
const inTurn = { ordinary: pLimit(1), large: pLimit(1) }

/**
 * Reads the number of pixels that a picture claims to have, without decoding it. Throws
 * `UPLOAD_REFUSED` if it is no JPEG, PNG, WebP or AVIF, or too large.
 */
async function measurePicture(sent: Buffer): Promise<number> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(sent)
  const format = type && taken[type.mime]
  if (!format) throw new ShopError('UPLOAD_REFUSED')
  return pixelsOf(sent, format).catch(reject)
}

/**
 * Converts an uploaded picture, of an animation the first frame. Nothing of the original file is
 * stored. Throws `UPLOAD_REFUSED` if it is incomplete.
 */
async function takePicture(sent: Buffer, pixels: number): Promise<TakenPicture> {
  const lane = pixels > ordinaryPixels ? inTurn.large : inTurn.ordinary
  return lane(() => encode(sent).catch(reject))
}

async function pixelsOf(sent: Buffer, format: string): Promise<number> {
  const sharp = await loadSharp()
  const metadata = await sharp(sent, { limitInputPixels: mostPixels }).metadata()
  if (metadata.format !== format) throw new ShopError('UPLOAD_REFUSED')
  return metadata.width * metadata.height
}

async function encode(sent: Buffer): Promise<TakenPicture> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(sent, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: longestEdge, height: longestEdge, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: paper })
    .toColourspace('srgb')
    .webp({ quality: 90, effort: 4, smartSubsample: true })
    .toBuffer({ resolveWithObject: true })
  return {
    bytes: data,
    width: info.width,
    height: info.height,
    color: await dominantColor(sharp(data)),
  }
}

/** A picture that cannot be decoded is the sender's error. */
function reject(): never {
  throw new ShopError('UPLOAD_REFUSED')
}

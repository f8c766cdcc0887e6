import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Picture } from '@solvane/contract/catalog'
import type { Sharp } from 'sharp'
import type { AppContext } from '../../context.ts'

/** The pictures and drawings of the repository. */
export const assetsFolder = fileURLToPath(new URL('../../../../../assets/', import.meta.url))

/** Where pictures that were sent are, among the names of pictures; the shop's own are elsewhere. */
const uploadsFolder = 'uploads/'

/** Names of pictures that were sent are their ids. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Digits of a picture's hash in its address. */
const hashDigits = 8

/** The hash of a picture as it stands in its address: another picture has another address. */
export function pictureHash(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('hex').slice(0, hashDigits)
}

/** Where the storage keeps a picture that was sent to be shown in the shop. */
export function storedPictureKey(id: string): string {
  return `pictures/${id}.webp`
}

/** The address of a picture that was sent to be shown in the shop. */
export function storedPictureAddress({ id, hash }: { id: string; hash: string }): string {
  return `/media/${uploadsFolder}${id}.${hash}.webp`
}

/** The id of the upload that is shown under this address; null for the shop's own pictures. */
export function uploadOfAddress(src: string): string | null {
  const [, id] = /^\/media\/uploads\/([0-9a-f-]{36})\.[0-9a-f]{8}\.webp$/.exec(src) ?? []
  return id && uuid.test(id) ? id : null
}

/** A picture as it was made, by its name as in `pictureFile`; undefined when there is none. */
export async function readMaster(
  { storage }: Pick<AppContext, 'storage'>,
  master: string,
): Promise<Buffer | undefined> {
  if (!master.startsWith(uploadsFolder))
    return readIfThere(join(assetsFolder, 'pictures', `${master}.webp`))
  const id = master.slice(uploadsFolder.length)
  return uuid.test(id) ? storage.read(storedPictureKey(id)) : undefined
}

/** A file's bytes; undefined when there is no such file. */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (['ENOENT', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined
    throw error
  }
}

/** Widths pictures are served in, in pixels. */
const servedWidths = [160, 320, 480, 640, 800, 1200, 1600] as const

export interface PictureFile {
  /** Name of the picture, without its ending; at most one folder. */
  master: string
  /** The first eight digits of the hash of the picture as it was made. */
  hash: string
  /** Null: the master itself. */
  width: number | null
  format: 'avif' | 'webp'
}

const pattern =
  /^((?:[a-z0-9-]{1,80}\/)?[a-z0-9-]{1,80})\.([0-9a-f]{8})(?:-(\d{3,4}))?\.(avif|webp)$/

/**
 * What a requested file name asks for: `{folder}/{name}.{hash}.webp` the picture as it was made,
 * `{folder}/{name}.{hash}-{width}.avif` or `.webp` one of the served widths. The hash of the picture
 * makes the address new when the picture is. Undefined when it names no picture of ours.
 */
export function pictureFile(file: string): PictureFile | undefined {
  const [, master, hash, width, format] = pattern.exec(file) ?? []
  const served = servedWidths.find((known) => String(known) === width) ?? null
  const isMaster = width === undefined && format === 'webp'
  if (!master || !hash || (served === null && !isMaster)) return undefined
  return { master, hash, width: served, format: format as 'avif' | 'webp' }
}

/** The colour that stands for a picture while it loads, `#rrggbb`. */
export async function dominantColor(picture: Sharp): Promise<string> {
  const { dominant } = await picture.stats()
  const hex = ({ r, g, b }: typeof dominant) =>
    [r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')
  return `#${hex(dominant)}`
}

/** What a picture that the shop serves under `src` is; undefined when it serves none there. */
export async function describePicture(
  ctx: Pick<AppContext, 'storage'>,
  src: string,
): Promise<Omit<Picture, 'alt'> | undefined> {
  const wanted = src.startsWith('/media/') ? pictureFile(src.slice('/media/'.length)) : undefined
  if (!wanted || wanted.width !== null) return undefined
  const bytes = await readMaster(ctx, wanted.master)
  if (!bytes || pictureHash(bytes) !== wanted.hash) return undefined
  const sharp = await loadSharp()
  const { width, height } = await sharp(bytes).metadata()
  return { src, width, height, color: await dominantColor(sharp(bytes)) }
}

/** Loads sharp on first use: most pictures shown were resized long ago. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Pictures are read once and kept on disk: a cache in memory would only grow the process.
  sharp.cache(false)
  // Encoding gets one core; the other answers callers.
  sharp.concurrency(1)
  return sharp
}

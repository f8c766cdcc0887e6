import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Picture } from '@solvane/contract/catalog'
import { isUuid } from '@solvane/contract/text'
import type { Sharp } from 'sharp'
import type { AppContext } from '../../context.ts'
import type { Config } from '../../platform/config/config.ts'
import type { ChangeTag } from '../../platform/database/changes.ts'

/** The pictures and drawings of the repository. */
export const assetsFolder = fileURLToPath(new URL('../../../../../assets/', import.meta.url))

/**
 * The prefix of uploaded pictures' names, before their ids; the repository's pictures have no
 * prefix.
 */
const uploadsFolder = 'uploads/'

/** Digits of a picture's hash in its URL. */
const hashDigits = 8

/** The hash of a picture in its URL, so that another picture has another URL. */
export function pictureHash(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('hex').slice(0, hashDigits)
}

/** The storage key of an uploaded picture of the shop. */
export function storedPictureKey(id: string): string {
  return `pictures/${id}.webp`
}

/** The name of an uploaded picture of the shop, as in `pictureFile`. */
export function masterOfUpload(id: string): string {
  return uploadsFolder + id
}

/** The path of an uploaded picture of the shop. */
export function storedPictureAddress({ id, hash }: { id: string; hash: string }): string {
  return `/media/${masterOfUpload(id)}.${hash}.webp`
}

/** The tag of a change that removes an uploaded picture, which a CDN then purges. */
export function tagOfUpload({ id, hash }: { id: string; hash: string }): ChangeTag {
  return `picture:${id}.${hash}`
}

/** The uploaded picture that a change removes; null for another change. */
export function removedUpload(tag: ChangeTag): { id: string; hash: string } | null {
  const [, id, hash] = /^picture:([0-9a-f-]{36})\.([0-9a-f]{8})$/.exec(tag) ?? []
  return id && hash ? { id, hash } : null
}

/** The uploaded picture of a requested file; null for a picture of the repository or any other file. */
export function uploadOfFile(file: string): { id: string; hash: string } | null {
  const { master = '', hash = '' } = pictureFile(file) ?? {}
  const id = master.startsWith(uploadsFolder) ? master.slice(uploadsFolder.length) : ''
  return isUuid(id) ? { id, hash } : null
}

/** The full URL of a picture; a full URL is returned unchanged. */
export function publicPicture(
  { assetsBaseUrl, publicUrl }: Pick<Config, 'assetsBaseUrl' | 'publicUrl'>,
  src: string,
): string {
  if (/^https?:\/\//.test(src)) return src
  const assets = new URL(assetsBaseUrl || '/', publicUrl).href.replace(/\/$/, '')
  return `${assets}${src}`
}

/** The id of the upload with this path; null for the repository's pictures. */
export function uploadOfAddress(src: string): string | null {
  const [, id] = /^\/media\/uploads\/([0-9a-f-]{36})\.[0-9a-f]{8}\.webp$/.exec(src) ?? []
  return id && isUuid(id) ? id : null
}

/** The original of a picture, by its name as in `pictureFile`; undefined if there is none. */
export async function readMaster(
  { storage }: Pick<AppContext, 'storage'>,
  master: string,
): Promise<Buffer | undefined> {
  if (!master.startsWith(uploadsFolder))
    return readIfThere(join(assetsFolder, 'pictures', `${master}.webp`))
  const id = master.slice(uploadsFolder.length)
  return isUuid(id) ? storage.read(storedPictureKey(id)) : undefined
}

/** A file's bytes; undefined if there is no such file. */
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
export const servedWidths = [160, 320, 400, 480, 640, 800, 1000, 1200, 1600, 2400, 3200] as const

export interface PictureFile {
  /** The picture's name without its extension; at most one folder, below `turns` two more. */
  master: string
  /** The first eight digits of the original's hash. */
  hash: string
  /** Null: the original. */
  width: number | null
  /** JPEG: for a link preview, of a shape of its own. */
  format: (typeof resizedFormats)[number]
}

/** The name of a resized picture among those that are made, all in one folder. */
export function resizedFileName(picture: PictureFile): string {
  return pictureFileName(picture).replaceAll('/', '_')
}

/** The formats of resized pictures. */
export const resizedFormats = ['avif', 'webp', 'jpeg'] as const

/** The size of a link preview, in pixels. */
export const linkPreview = { width: 1200, height: 630 } as const

const pattern =
  /^((?:turns\/[a-z0-9-]{1,80}\/[a-z0-9-]{1,80}\/|[a-z0-9-]{1,80}\/)?[a-z0-9-]{1,80})\.([0-9a-f]{8})(?:-(\d{3,4}))?\.(avif|webp|jpeg)$/

/**
 * Parses a requested file name: `{folder}/{name}.{hash}.webp` is the original,
 * `{folder}/{name}.{hash}-{width}.avif` or `.webp` one of the served widths, `-1200.jpeg` the link
 * preview. The hash changes the URL with the picture. Undefined if the name is invalid.
 */
export function pictureFile(file: string): PictureFile | undefined {
  const [, master, hash, width, format] = pattern.exec(file) ?? []
  const served = servedWidths.find((known) => String(known) === width) ?? null
  const isMaster = width === undefined && format === 'webp'
  if (!master || !hash || (served === null && !isMaster)) return undefined
  if (format === 'jpeg' && served !== linkPreview.width) return undefined
  return { master, hash, width: served, format: format as PictureFile['format'] }
}

/** The name that `pictureFile` parses. */
export function pictureFileName({ master, hash, width, format }: PictureFile): string {
  return `${master}.${hash}${width === null ? '' : `-${width}`}.${format}`
}

/** The dominant color of a picture, `#rrggbb`, shown while it loads. */
export async function dominantColor(picture: Sharp): Promise<string> {
  const { dominant } = await picture.stats()
  const hex = ({ r, g, b }: typeof dominant) =>
    [r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')
  return `#${hex(dominant)}`
}

/** The picture that the shop serves under `src`; undefined if there is none. */
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
  // Pictures are read once and cached on disk: a cache in memory would only grow the process.
  sharp.cache(false)
  // Encoding uses one core; the other serves requests.
  sharp.concurrency(1)
  return sharp
}

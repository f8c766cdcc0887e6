import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AppContext } from '../../context.ts'

/** What the repository brings along: the house's own pictures and drawings. */
export const assetsFolder = fileURLToPath(new URL('../../../../../assets/', import.meta.url))

/** Where pictures that were sent are, among the names of pictures; the house's own are elsewhere. */
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

/** The id of the upload that is shown under this address; null for the house's own pictures. */
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

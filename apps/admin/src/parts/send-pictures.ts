import { isApiFailure } from '@solvane/client/api'
import type { Picture } from '@solvane/contract/catalog'
import { api } from '../data/api.ts'

/** The contract's limits; importing its schemas for two numbers would load all of them. */
export const mostFiles = 10
const largestFile = 10 * 1024 * 1024

/** The file types to choose from; the server checks the content. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif'

/** Names the first file that is too large; undefined if none is. */
export function tooLarge(files: readonly File[]): string | undefined {
  const large = files.find(({ size }) => size > largestFile)
  return large && `${large.name} is larger than 10 MB.`
}

/** Uploads at most `mostFiles` pictures for the shop; `onProgress` gets the share that is sent. */
export async function sendPictures(
  files: readonly File[],
  onProgress: (share: number) => void,
): Promise<Picture[]> {
  const body = new FormData()
  for (const file of files) body.append('files[]', file)
  const input = { query: { purpose: 'PICTURE' as const }, body }
  const { data } = await api.call('uploadFiles', input, { onProgress })
  return data.flatMap(({ src, id: _id, ...shape }) => (src ? { ...shape, src, alt: '' } : []))
}

/** Why an upload was rejected, with the name of the file; other errors are thrown again. */
export function uploadFailure(error: unknown): string {
  if (!isApiFailure(error)) throw error
  const { file } = error.details ?? {}
  const text = error.message
  return typeof file === 'string' ? `${file}: ${text}` : text
}

import { storedPictureKey } from '../media/picture-addresses.ts'
import type { UploadRow } from './uploads.queries.ts'

/** Where the storage keeps an upload: what only some may see is not among what everyone may. */
export function keyOfUpload({ id, purpose }: Pick<UploadRow, 'id' | 'purpose'>): string {
  return purpose === 'PICTURE' ? storedPictureKey(id) : `chat/${id}.webp`
}

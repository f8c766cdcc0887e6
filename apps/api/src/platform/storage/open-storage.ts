import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { removeUnfinished } from './atomic-files.ts'
import { openFolderStorage } from './folder-storage.ts'
import type { Storage } from './storage.ts'

/** The storage that the settings name: a bucket that speaks S3, else a folder beside the rest of the data. */
export async function openStorage({
  s3,
  dataDir,
}: Pick<Config, 's3' | 'dataDir'>): Promise<Storage> {
  if (!s3) {
    const folder = join(dataDir, 'uploads')
    await removeUnfinished(folder)
    return openFolderStorage(folder)
  }
  // Its library is large, and most houses start without.
  const { openS3Storage } = await import('./s3-storage.ts')
  return openS3Storage(s3)
}

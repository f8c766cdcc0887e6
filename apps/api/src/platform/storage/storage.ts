import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { openFolderStorage } from './folder-storage.ts'

/**
 * Keeps files that people have sent. A key is `{folder}/{name}`, of small letters, digits, `-` and one
 * `.`; any other is a mistake in the code and throws.
 */
export interface Storage {
  /** Keeps `bytes` under `key`, whole or not at all; replaces what was there. */
  write(key: string, bytes: Buffer, type: string): Promise<void>
  /** Undefined when there is nothing under `key`. */
  read(key: string): Promise<Buffer | undefined>
  /** Nothing happens when there is nothing under `key`. */
  remove(key: string): Promise<void>
}

/** The storage that the settings name: a bucket that speaks S3, else a folder beside the rest of the data. */
export async function openStorage({
  s3,
  dataDir,
}: Pick<Config, 's3' | 'dataDir'>): Promise<Storage> {
  if (!s3) return openFolderStorage(join(dataDir, 'uploads'))
  // Its library is large, and most houses start without.
  const { openS3Storage } = await import('./s3-storage.ts')
  return openS3Storage(s3)
}

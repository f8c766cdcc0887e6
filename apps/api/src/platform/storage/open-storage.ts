import { access, constants, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { StartupError, systemErrorCode } from '../process/lifecycle.ts'
import type { Services } from '../services/services.ts'
import { isUnfinished, removeUnfinished, writeWhole } from './atomic-files.ts'
import { checkKey, isKey, type Storage, StorageUnavailable } from './storage.ts'

/**
 * The configured storage: an S3 bucket, whose requests go through `services`, else a folder in the
 * data folder.
 */
export async function openStorage(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  services?: Pick<Services, 'request'>,
): Promise<Storage> {
  if (!s3) {
    const folder = join(dataDir, 'uploads')
    await expectWritable(folder)
    await removeUnfinished(folder)
    const stored = openFolderStorage(folder)
    if (!services) return stored
    // Files are read from a full disk, too: only a write shows that it is over.
    return {
      ...stored,
      write: (...file) => services.request('storage', 'write', () => stored.write(...file)),
    }
  }
  // The library is large, and most shops do not need it.
  const { openS3Storage } = await import('./s3-storage.ts')
  const bucket = openS3Storage(s3)
  if (!services) return bucket
  return {
    ...bucket,
    write: (...file) => services.request('storage', 'write', () => bucket.write(...file)),
    read: (key) => services.request('storage', 'read', () => bucket.read(key)),
    remove: (key) => services.request('storage', 'remove', () => bucket.remove(key)),
  }
}

/** Creates the folder. Throws `StartupError` where the shop may not write: uploads would fail later. */
async function expectWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (error) {
    const cause = systemErrorCode(error)
    throw new StartupError(`The shop cannot write to ${folder} (${cause}): check DATA_DIR.`)
  }
}

/** Failures of the disk or of its permissions, which no other file would escape. */
const cannotWrite = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO']

/** Stores files in a local folder. Throws `StorageUnavailable` if the disk takes none. */
function openFolderStorage(folder: string): Storage {
  function fileOf(key: string): string {
    checkKey(key)
    return join(folder, key)
  }

  return {
    async write(key, bytes) {
      const file = fileOf(key)
      await writeWhole(file, bytes).catch((error: unknown) => {
        if (!cannotWrite.includes(systemErrorCode(error) ?? '')) throw error
        throw new StorageUnavailable(`The folder ${folder} cannot be written`, { cause: error })
      })
    },
    async read(key) {
      try {
        return await readFile(fileOf(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async remove(key) {
      await rm(fileOf(key), { force: true })
    },
    async *keys() {
      const names = await readdir(folder, { recursive: true }).catch((error) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      for (const name of names) if (isKey(name) && !isUnfinished(name)) yield name
    },
  }
}

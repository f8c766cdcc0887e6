import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config/config.ts'
import { StartupError, systemErrorCode } from '../process/lifecycle.ts'
import { type BackupTarget, NotInBackup } from './backup-target.ts'

/**
 * Opens `s3://bucket/prefix`, or a folder; a relative one counts from `from`.
 * @throws StartupError when the address is invalid.
 */
export async function openBackupTarget(
  address: string,
  { s3 }: Pick<Config, 's3'>,
  from: string,
): Promise<BackupTarget> {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9.-]{3,63})(?:\/(.*))?$/.exec(address) ?? []
  if (bucket) {
    // The library is large, and most shops do not need it.
    const { openS3Target } = await import('./s3-target.ts')
    return openS3Target({ bucket, prefix: prefix.replace(/^\/+|\/+$/g, ''), s3 })
  }
  if (/^[a-z0-9]+:\/\//.test(address))
    throw new StartupError(`${address} must be a folder or s3://bucket/folder.`)
  return folderTarget(resolve(from, address))
}

function folderTarget(place: string): BackupTarget {
  return {
    place,
    async write(path, content) {
      const file = join(place, path)
      try {
        // Backups hold personal data.
        await mkdir(dirname(file), { recursive: true, mode: 0o700 })
        await pipeline(content, createWriteStream(file, { mode: 0o600, flush: true }))
      } catch (error) {
        throw explain(error, place)
      }
    },
    async read(path) {
      try {
        const file = await open(join(place, path))
        return createReadStream('', { fd: file })
      } catch (error) {
        if (isMissing(error)) throw new NotInBackup(path)
        throw explain(error, place)
      }
    },
    async folders() {
      const entries = await readdir(place, { withFileTypes: true }).catch((error) => {
        if (isMissing(error)) return []
        throw explain(error, place)
      })
      return entries
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort()
    },
    async removeFolder(name) {
      await rm(join(place, name), { recursive: true, force: true })
    },
    folder: (name) => folderTarget(join(place, name)),
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')
}

function explain(error: unknown, place: string): unknown {
  const code = systemErrorCode(error) ?? ''
  if (['ENOSPC', 'EDQUOT'].includes(code))
    return new StartupError(`The disk is full: no room for the backup in ${place}.`)
  // ENOENT: what `mkdir` says of a folder below one that can only be read.
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'].includes(code))
    return new StartupError(`The backup folder ${place} cannot be used (${code}).`)
  return error
}

import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const MEGABYTE = 1024 * 1024
/** What `stat` counts blocks in. */
const BLOCK_BYTES = 512

/** What a folder takes on disk, in megabytes, as `du` counts it; a file with two names counts once. */
export function folderSize(folder: string): number {
  const seen = new Set<number>()
  let bytes = 0
  const add = (path: string) => {
    const { ino, blocks } = lstatSync(path)
    if (!seen.has(ino)) bytes += blocks * BLOCK_BYTES
    seen.add(ino)
  }
  add(folder)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    add(join(entry.parentPath, entry.name))
  return bytes / MEGABYTE
}

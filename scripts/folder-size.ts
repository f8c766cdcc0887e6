import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const MEGABYTE = 1024 * 1024
/** The block size of `stat`. */
const BLOCK_BYTES = 512

/**
 * The disk usage of a folder in megabytes, as `du` computes it: links are not followed, and a file
 * with two names counts once.
 */
export function folderSize(folder: string): number {
  const seen = new Set<number>()
  let bytes = 0
  function add(path: string) {
    const found = lstatSync(path)
    if (seen.has(found.ino)) return
    seen.add(found.ino)
    bytes += found.blocks * BLOCK_BYTES
    if (found.isDirectory()) for (const name of readdirSync(path)) add(join(path, name))
  }
  add(folder)
  return bytes / MEGABYTE
}

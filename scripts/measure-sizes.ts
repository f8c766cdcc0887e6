// Measures the disk usage of installs against their limits: `npm run sizes`.
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isInstalled } from './install.mjs'
import { releaseFolder, repositoryFolder } from './repository.mjs'
import { fetchedNodeFolder } from './runtime.mjs'

/** The most that node_modules may take, in megabytes. */
export const LIMITS = { start: 500, test: 750, production: 250 }

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

if (import.meta.main) measure()

function measure() {
  const isWhole = isInstalled({ whole: true })
  const rows = [
    isWhole
      ? { what: 'node_modules after npm test', folder: repositoryFolder, limit: LIMITS.test }
      : { what: 'node_modules after npm start', folder: repositoryFolder, limit: LIMITS.start },
    { what: 'node_modules of the release', folder: releaseFolder, limit: LIMITS.production },
  ].map(({ folder, ...row }) => ({ ...row, folder: join(folder, 'node_modules') }))
  const fetched = { what: 'Node.js, where the installed one is too old', folder: fetchedNodeFolder }
  for (const { what, folder, limit } of [...rows, { ...fetched, limit: undefined }]) {
    if (!existsSync(folder)) {
      console.log(`${what}: not installed`)
      continue
    }
    const size = folderSize(folder)
    const isTooLarge = limit !== undefined && size > limit
    if (isTooLarge) process.exitCode = 1
    const mark = limit === undefined ? '' : ` of ${limit} MB${isTooLarge ? ': too large' : ''}`
    console.log(`${what}: ${Math.round(size)}${mark || ' MB'}`)
  }
}

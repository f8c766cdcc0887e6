// Measures the disk usage of installs against their limits: `npm run sizes`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { folderSize } from './folder-size.ts'
import { isInstalled } from './install.mjs'
import { releaseFolder, repositoryFolder } from './repository.mjs'
import { fetchedNodeFolder } from './runtime.mjs'

/** The most that node_modules may take, in megabytes. */
export const LIMITS = { start: 500, test: 750, production: 250 }

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

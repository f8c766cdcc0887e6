import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryFolder } from './repository.mjs'

/** What the built storefront and back office are made of. */
const SOURCES = [
  'apps/admin',
  'apps/storefront',
  'packages/client',
  'packages/contract',
  'packages/ui',
  'package-lock.json',
  'scripts/build.ts',
  'scripts/put-in-place.ts',
]
const NOT_SOURCES = new Set(['node_modules', 'dist'])

const recordFile = join(repositoryFolder, 'apps', 'storefront', 'dist', 'sources')

/** Whether the built storefront was made of the sources as they are now. */
export function isBuilt() {
  return existsSync(recordFile) && readFileSync(recordFile, 'utf8') === fingerprint()
}

/** Takes note that the build now stands for the sources as they were at `fingerprint()`. */
export function recordBuild(/** @type {string} */ madeOf) {
  writeFileSync(recordFile, madeOf)
}

/** Forgets the build, so that an interrupted one is made again. */
export function forgetBuild() {
  rmSync(recordFile, { force: true })
}

/** Stands for all sources by their paths, sizes and times of change; reading them would take longer. */
export function fingerprint() {
  const hash = createHash('sha256')
  for (const source of SOURCES) visit(join(repositoryFolder, source), source)
  return hash.digest('hex')

  function visit(/** @type {string} */ path, /** @type {string} */ name) {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) return
    if (!found.isDirectory()) {
      hash.update(`${name} ${found.size} ${found.mtimeMs}\n`)
      return
    }
    for (const entry of readdirSync(path).sort()) {
      if (!NOT_SOURCES.has(entry)) visit(join(path, entry), `${name}/${entry}`)
    }
  }
}

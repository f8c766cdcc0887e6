import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Binaries, copyBinaries, installedBinaries } from './binaries.ts'
import {
  type ClusterHome,
  existingClusterHome,
  findCluster,
  prepareClusterHome,
} from './cluster-home.ts'
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts'
import { lockFile } from './file-lock.ts'
import {
  grantBackupRights,
  initialiseCluster,
  requireSameMajorVersion,
  SHOP,
} from './initialise-cluster.ts'
import { clearLeftovers, type Durability, startPostmaster } from './postmaster.ts'
import { type Account, canRun, giveToOwnerOf, postgresAccount } from './unprivileged-account.ts'

export { type ClusterCopy, copyRunningCluster, packCluster, unpackCluster } from './copy-cluster.ts'
export { EmbeddedPostgresError }

/** The longest socket path that every system accepts, without its terminating zero. */
const LONGEST_SOCKET_PATH = 103
const PORT = 5432
const SOCKET_NAME = `.s.PGSQL.${PORT}`
const SOCKET_FOLDER = 'socket-'

export interface EmbeddedPostgres {
  /** For node-postgres: the socket's folder, the role that owns the database, and its password. */
  url: string
  /** Resolves with a sentence if PostgreSQL exits without `stop`. */
  died: Promise<string>
  /** Stops PostgreSQL (fast shutdown, under 5 s) and releases the data folder. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** All files are in `postgres` in here, or where that links to. */
  dataDir: string
  /** Called with one line for anything unusual: a new cluster, a recovery, another place. */
  log: (line: string) => void
  durability?: Durability
  /** When aborted, everything started so far is stopped, and nothing more is started. */
  signal?: AbortSignal
}

/**
 * Starts PostgreSQL on the data folder, which it prepares if it is new, and recovers from whatever
 * killed an earlier run.
 * @throws EmbeddedPostgresError, in one sentence, if the folder is in use, not writable or full, or
 * PostgreSQL cannot run here; the signal's reason once that is aborted.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { log, durability = 'safe', signal } = options
  const dataDir = resolve(options.dataDir)
  const account = postgresAccount(existingClusterHome(dataDir)?.folder)
  const installed = installedBinaries()
  const home = prepareClusterHome(dataDir, account)
  const lock = lockFile(home.lockFile)
  giveToOwnerOf(home.folder, home.lockFile)
  if (!lock) {
    throw new EmbeddedPostgresError(
      `Another copy of the shop is running on the data folder ${dataDir}: stop it, or give this one a DATA_DIR of its own.`,
    )
  }
  try {
    if (home.elsewhere) log(`The database's files are in ${home.folder}`)
    const binaries = runnableBinaries(installed, home, account)
    const cluster = await prepareCluster(home, binaries, account, options)
    const socketFolder = makeSocketFolder(home, account)
    const server = await startPostmaster({
      home,
      cluster,
      binaries,
      account,
      socketFolder,
      durability,
      signal,
    })
    return {
      url: urlOf(home, socketFolder),
      died: server.died,
      async stop() {
        await server.stop()
        rmSync(socketFolder, { recursive: true, force: true })
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw explainFileError(error, home.folder)
  }
}

/**
 * The URL of the PostgreSQL that another process runs on the data folder; undefined if none does.
 */
export function runningEmbeddedPostgres(dataDir: string): string | undefined {
  const home = existingClusterHome(resolve(dataDir))
  const cluster = home && findCluster(home)
  if (!cluster) return undefined
  const lock = lockFile(home.lockFile)
  if (lock) {
    lock.release()
    return undefined
  }
  const socketFolder = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[4]
  return socketFolder ? urlOf(home, socketFolder) : undefined
}

/** The folder of a data folder's cluster; undefined if there is none yet. */
export function clusterFolder(dataDir: string): string | undefined {
  const home = existingClusterHome(resolve(dataDir))
  return home && findCluster(home)
}

/** Turns a failed system call into a sentence; returns other errors unchanged. */
function explainFileError(error: unknown, folder: string): unknown {
  const code = systemErrorCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new EmbeddedPostgresError(`The disk is full: no room for the database in ${folder}.`)
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new EmbeddedPostgresError(`The data folder is not writable: ${folder} (${code}).`)
  }
  return error
}

async function prepareCluster(
  home: ClusterHome,
  binaries: Binaries,
  account: Account | undefined,
  { log, durability = 'safe', signal }: EmbeddedPostgresOptions,
): Promise<string> {
  const found = findCluster(home)
  if (!found) {
    const made = await initialiseCluster(home, binaries, account, { durability, signal })
    log('Made a new, empty database')
    return made
  }
  requireSameMajorVersion(found, binaries)
  const leftover = await clearLeftovers(found, signal)
  if (leftover > 0) log('Stopped the PostgreSQL of an earlier run that was killed')
  await grantBackupRights(home, found, binaries, { account, signal })
  return found
}

function runnableBinaries(installed: Binaries, home: ClusterHome, account: Account | undefined) {
  if (!account || canRun(account, installed.postgres)) return installed
  return copyBinaries(installed, home.folder)
}

/**
 * Creates a new folder that only PostgreSQL's account (and root) can enter, with a path short
 * enough for a socket. A new one each time, because a PostgreSQL left behind removes its socket
 * when it exits.
 */
function makeSocketFolder(home: ClusterHome, account: Account | undefined): string {
  for (const name of readdirSync(home.folder)) {
    if (name.startsWith(SOCKET_FOLDER)) rmSync(join(home.folder, name), { recursive: true })
  }
  const longest = join(home.folder, `${SOCKET_FOLDER}XXXXXX`, SOCKET_NAME)
  const fits = Buffer.byteLength(longest) <= LONGEST_SOCKET_PATH
  const folder = mkdtempSync(fits ? join(home.folder, SOCKET_FOLDER) : join(tmpdir(), 'solvane-'))
  if (account) chownSync(folder, account.uid, account.gid)
  return folder
}

/** Names every parameter that PGPORT, PGSSLMODE and the like could otherwise override. */
function urlOf(home: ClusterHome, socketFolder: string): string {
  const password = readFileSync(home.passwordFile, 'utf8')
  const place = `${encodeURIComponent(socketFolder)}:${PORT}`
  return `postgresql://${SHOP}:${password}@${place}/${SHOP}?sslmode=disable&sslnegotiation=postgres`
}

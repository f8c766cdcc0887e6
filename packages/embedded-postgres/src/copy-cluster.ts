import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { copyFile, mkdir, open, readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { installedBinaries } from './binaries.ts'
import {
  type ClusterHome,
  existingClusterHome,
  findCluster,
  prepareClusterHome,
} from './cluster-home.ts'
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts'
import { lockFile } from './file-lock.ts'
import { requireSameMajorVersion } from './initialise-cluster.ts'
import { type Account, giveToOwnerOf, postgresAccount } from './unprivileged-account.ts'

/** Copies lie in the home, where PostgreSQL's account can enter. */
const COPY_FOLDER = 'copy-'

/** One copy at a time: the server refuses a second slot of this name. It also keeps the WAL that the copy needs. */
const SLOT = 'solvane_backup'
const SLOT_EXISTS = '42710'
const NO_RIGHTS = '42501'

/**
 * The contents that PostgreSQL's documentation excludes from a copy: the server makes them again at
 * start.
 */
const CONTENTS_LEFT_OUT =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./
const FILES_LEFT_OUT = /(^|\/)(postmaster\.(pid|opts)|pgsql_tmp[^/]*|pg_internal\.init[^/]*)$/
const WAL_FILE = /^[0-9A-F]{24}$/

export interface ClusterCopy {
  /** A data folder of its own, which `startEmbeddedPostgres` takes. */
  dataDir: string
  /** Deletes the copy; until then no other can be made. */
  remove(): Promise<void>
}

/**
 * Copies the cluster that runs on a data folder while it serves, with the WAL that makes the copy
 * consistent. `url` is that of the running server. The first start of the copy replays the WAL.
 * @throws EmbeddedPostgresError when another copy is being made or the server is of an older release.
 */
export async function copyRunningCluster(dataDir: string, url: string): Promise<ClusterCopy> {
  const home = existingClusterHome(resolve(dataDir))
  const cluster = home && findCluster(home)
  if (!cluster) throw new EmbeddedPostgresError(`There is no database in ${dataDir}.`)
  const database = new URL(url)
  // The rights to do this are granted there.
  database.pathname = 'postgres'
  const client = new pg.Client({ connectionString: database.href })
  client.on('error', () => {})
  await client.connect()
  let folder: string | undefined
  async function remove() {
    if (folder) rmSync(folder, { recursive: true, force: true })
    await client.end()
  }
  try {
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [SLOT])
    removeLeftCopies(home)
    folder = mkdtempSync(join(home.folder, COPY_FOLDER))
    chmodSync(folder, 0o711)
    await copyWhileServing(client, { home, cluster, folder })
    return { dataDir: folder, remove }
  } catch (error) {
    await remove()
    throw explain(error)
  }
}

/** Removes the remains of killed processes; the slot shows that no copy is being made. */
function removeLeftCopies(home: ClusterHome): void {
  for (const name of readdirSync(home.folder))
    if (name.startsWith(COPY_FOLDER)) rmSync(join(home.folder, name), { recursive: true })
}

function explain(error: unknown): unknown {
  const code = systemErrorCode(error)
  if (code === SLOT_EXISTS)
    return new EmbeddedPostgresError('Another backup of this database is under way.')
  if (code === NO_RIGHTS)
    return new EmbeddedPostgresError(
      'The shop that runs on this data folder is of a release that cannot be backed up: stop it, and run the command again.',
    )
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new EmbeddedPostgresError(
      'The disk is full: a backup needs as much room beside the database as the database takes.',
    )
  return error
}

interface Place {
  home: ClusterHome
  cluster: string
  folder: string
}

async function copyWhileServing(client: pg.Client, { home, cluster, folder }: Place) {
  const account = postgresAccount(cluster)
  const copyHome = prepareClusterHome(folder, account)
  const copy = join(copyHome.folder, basename(cluster))
  await client.query(`select pg_backup_start('solvane', true)`)
  await copyTree(cluster, copy, account)
  const {
    rows: [end],
  } = await client.query<{ label: string; last: string }>(
    `select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)`,
  )
  const [, first = ''] = /^START WAL LOCATION: .*\(file (\w{24})\)/.exec(end?.label ?? '') ?? []
  if (!end || !first) throw new Error(`No WAL location in the backup label: ${end?.label}`)
  await copyWal(cluster, copy, { first, last: end.last, account })
  writeFileSync(join(copy, 'backup_label'), end.label, { mode: 0o600 })
  giveTo(account, join(copy, 'backup_label'))
  for (const name of ['password', 'backup-rights']) {
    copyFileSync(join(home.folder, name), join(copyHome.folder, name))
    giveToOwnerOf(copyHome.folder, join(copyHome.folder, name))
  }
}

/** Copies a folder whose files change and vanish meanwhile. */
async function copyTree(from: string, to: string, account: Account | undefined): Promise<void> {
  async function visit(path: string): Promise<void> {
    await mkdir(join(to, path), { mode: 0o700 })
    giveTo(account, join(to, path))
    const entries = await readdir(join(from, path), { withFileTypes: true }).catch(noneIfMissing)
    for (const entry of entries) {
      const name = path ? `${path}/${entry.name}` : entry.name
      if (CONTENTS_LEFT_OUT.test(name) || FILES_LEFT_OUT.test(name)) continue
      if (entry.isDirectory()) await visit(name)
      else await copyOwned(join(from, name), join(to, name), account).catch(noneIfMissing)
    }
  }
  await visit('')
}

async function copyOwned(from: string, to: string, account: Account | undefined) {
  await copyFile(from, to)
  giveTo(account, to)
}

function giveTo(account: Account | undefined, path: string): void {
  if (account) chownSync(path, account.uid, account.gid)
}

/** A relation that is dropped during the copy has no files any more; the WAL says so too. */
function noneIfMissing(error: unknown): never[] {
  if (systemErrorCode(error) === 'ENOENT') return []
  throw error
}

async function copyWal(
  from: string,
  to: string,
  { first, last, account }: { first: string; last: string; account: Account | undefined },
): Promise<void> {
  const needed = (await readdir(join(from, 'pg_wal'))).filter(
    (name) => (WAL_FILE.test(name) && name >= first && name <= last) || name.endsWith('.history'),
  )
  for (const name of [first, last])
    if (!needed.includes(name)) throw new Error(`The WAL file ${name} is gone.`)
  for (const name of needed)
    await copyOwned(join(from, 'pg_wal', name), join(to, 'pg_wal', name), account)
}

const UNPACKED = 'restored.unfinished'

/** The stopped cluster of a data folder as a gzipped tar archive. */
export function packCluster(dataDir: string): Readable {
  const home = existingClusterHome(resolve(dataDir))
  const cluster = home && findCluster(home)
  if (!cluster) throw new EmbeddedPostgresError(`There is no database in ${dataDir}.`)
  const tar = spawn('tar', ['-C', home.folder, '-cf', '-', basename(cluster), 'password'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const packed = new PassThrough()
  // The archive ends only after tar has succeeded: an unfinished one must fail its reader.
  Promise.all([
    pipeline(tar.stdout, createGzip({ level: 1 }), packed, { end: false }),
    tarEnded(tar),
  ]).then(
    () => packed.end(),
    (error) => packed.destroy(error),
  )
  return packed
}

/**
 * Unpacks an archive of `packCluster` into a data folder that has no database yet.
 * @throws EmbeddedPostgresError when it has one, or another PostgreSQL wrote the archive.
 */
export async function unpackCluster(dataDir: string, archive: Readable): Promise<void> {
  const folder = resolve(dataDir)
  const before = existingClusterHome(folder)
  const account = postgresAccount(before?.folder)
  const home = prepareClusterHome(folder, account)
  const lock = lockFile(home.lockFile)
  giveToOwnerOf(home.folder, home.lockFile)
  try {
    if (!lock || findCluster(home))
      throw new EmbeddedPostgresError(
        `The data folder ${folder} already holds a database: name an empty one with DATA_DIR.`,
      )
    const unpacked = join(home.folder, UNPACKED)
    rmSync(unpacked, { recursive: true, force: true })
    mkdirSync(unpacked, { mode: 0o700 })
    const tar = spawn('tar', ['-C', unpacked, '--no-same-owner', '-xpf', '-'], {
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    await Promise.all([tarEnded(tar), feed(tar.stdin, archive)])
    const name = readdirSync(unpacked).find((entry) => entry.startsWith('cluster-'))
    if (!name) throw new EmbeddedPostgresError('The archive holds no database.')
    requireSameMajorVersion(join(unpacked, name), installedBinaries())
    await settle(join(unpacked, name), account)
    renameSync(join(unpacked, 'password'), home.passwordFile)
    chmodSync(home.passwordFile, 0o600)
    giveToOwnerOf(home.folder, home.passwordFile)
    // A name is never used twice, as in `initialiseCluster`.
    renameSync(join(unpacked, name), join(home.folder, `cluster-${randomBytes(6).toString('hex')}`))
    rmSync(unpacked, { recursive: true })
  } finally {
    lock?.release()
  }
}

/** tar exits at the end mark of an archive, often before the stream is ended; its exit code says the rest. */
async function feed(tar: Writable, archive: Readable): Promise<void> {
  try {
    await pipeline(archive, createGunzip(), tar)
  } catch (error) {
    const code = error instanceof Error && 'code' in error && error.code
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE' && code !== 'EPIPE') throw error
  }
}

/** Gives a folder and all that is in it to PostgreSQL's account, and has it on disk. */
async function settle(folder: string, account: Account | undefined): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const path of [folder, ...entries.map(({ parentPath, name }) => join(parentPath, name))])
    if (account) chownSync(path, account.uid, account.gid)
  for (const entry of entries.filter((found) => found.isFile())) {
    const file = await open(join(entry.parentPath, entry.name), 'r')
    await file.sync().finally(() => file.close())
  }
}

function tarEnded(tar: ReturnType<typeof spawn>): Promise<void> {
  let said = ''
  tar.stderr?.on('data', (chunk) => {
    said += chunk
  })
  return new Promise((done, failed) => {
    tar.once('error', () =>
      failed(new EmbeddedPostgresError('A backup needs the program tar, which is not installed.')),
    )
    tar.once('close', (code) =>
      code === 0 ? done() : failed(new EmbeddedPostgresError(`tar failed: ${said.trim()}`)),
    )
  })
}

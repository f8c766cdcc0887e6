import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { installedBinaries } from './binaries.ts'
import { existingClusterHome, findCluster, prepareClusterHome } from './cluster-home.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { lockFile } from './file-lock.ts'
import { requireSameMajorVersion } from './initialise-cluster.ts'
import { type Account, giveToOwnerOf, postgresAccount } from './unprivileged-account.ts'

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
  // What tar could not read is no archive: its failure comes before the end of the stream.
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

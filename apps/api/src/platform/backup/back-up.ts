import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyBaseLogger } from 'fastify'
import pLimit from 'p-limit'
import { type Config, repositoryFolder } from '../config/config.ts'
import { readDatabaseState, withSnapshot } from '../database/database-state.ts'
import { overSessions } from '../database/database-urls.ts'
import { archiveOwnPostgres } from '../database/own-postgres.ts'
import { openStorage } from '../storage/open-storage.ts'
import type { BackupTarget } from './backup-target.ts'
import {
  backupName,
  describeBackup,
  type FileRecord,
  isBackupName,
  isWhole,
  type Manifest,
  manifestFile,
  meter,
  uploadsFolder,
} from './manifest.ts'
import { openBackupTarget } from './open-backup-target.ts'
import { dump, findPostgresTool } from './postgres-tools.ts'

export interface BackupOptions {
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 's3'>
  target: BackupTarget
  now: Date
  /** Runs a part of the work and reports it. */
  step<Result>(title: string, work: () => Promise<Result>): Promise<Result>
}

export interface Backup {
  /** Its folder in the target. */
  name: string
  manifest: Manifest
}

/** Files that are copied at a time. */
const concurrency = 8

/**
 * Copies the database and the uploads into a new folder of the target. The database comes first, so
 * that the uploads it names are there; the embedded one must be running. A failed backup is removed.
 */
export async function backUp({ config, target, now, step }: BackupOptions): Promise<Backup> {
  const startedAt = performance.now()
  const name = backupName(now)
  const folder = target.folder(name)
  const files: FileRecord[] = []

  async function store(path: string, content: Readable): Promise<void> {
    const measuring = meter()
    const writing = folder.write(path, measuring)
    try {
      await Promise.all([pipeline(content, measuring), writing])
    } catch (error) {
      // A target that fails before it reads would leave the program that writes waiting.
      content.destroy()
      // It explains in a sentence what may have reached the reader first as a code.
      await writing
      throw error
    }
    files.push({ path, ...measuring.measured() })
  }

  try {
    const database = await step('Backing up the database', () => storeDatabase(config, store))
    const uploads = await step('Backing up the uploads', () => storeUploads(config, store))
    const { migration, ...databaseRecord } = database
    const manifest: Manifest = {
      format: 1,
      madeAt: now.toISOString(),
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
      shop: shopVersion(),
      migration,
      database: databaseRecord,
      uploads: { files: uploads, bytes: bytesOf(files, `${uploadsFolder}/`) },
      files: files.sort((one, other) => (one.path < other.path ? -1 : 1)),
    }
    const text = `${JSON.stringify(manifest, null, 2)}\n`
    await folder.write(manifestFile, Readable.from([Buffer.from(text)]))
    return { name, manifest }
  } catch (error) {
    await target.removeFolder(name).catch(() => {})
    throw error
  }
}

/**
 * Keeps the newest complete backups of a target, and deletes everything older. A backup that cannot
 * be deleted does not stop the others; throws in the end if there was one.
 */
export async function removeOldBackups(target: BackupTarget, kept: number): Promise<void> {
  const names = (await target.folders()).filter(isBackupName)
  const failed = new Map<string, unknown>()
  let whole = 0
  for (const name of names.toReversed())
    if (whole >= kept)
      await target.removeFolder(name).catch((error: unknown) => failed.set(name, error))
    else if (await isWhole(target.folder(name))) whole += 1
  const [cause] = failed.values()
  if (failed.size > 0)
    throw new Error(`Old backups could not be deleted: ${[...failed.keys()].join(', ')}`, { cause })
}

type Store = (path: string, content: Readable) => Promise<void>

async function storeDatabase({ databaseUrl, dataDir }: BackupOptions['config'], store: Store) {
  if (!databaseUrl) {
    const file = 'database.tar.gz'
    const state = await archiveOwnPostgres(dataDir, readDatabaseState, (archive) =>
      store(file, archive),
    )
    return { kind: 'cluster' as const, file, ...state }
  }
  return withSnapshot(databaseUrl, async ({ snapshot, ...state }) => {
    const file = 'database.dump'
    const tool = await findPostgresTool('pg_dump', Number.parseInt(state.postgres, 10))
    await store(file, dump(tool, databaseUrl, snapshot))
    return { kind: 'dump' as const, file, dumpedBy: tool.version, ...state }
  })
}

async function storeUploads(config: BackupOptions['config'], store: Store): Promise<number> {
  const storage = await openStorage(config)
  const limit = pLimit(concurrency)
  let stored = 0
  const work: Promise<void>[] = []
  for await (const key of storage.keys())
    work.push(
      limit(async () => {
        const bytes = await storage.read(key)
        // The file was removed since.
        if (!bytes) return
        await store(`${uploadsFolder}/${key}`, Readable.from([bytes]))
        stored += 1
      }),
    )
  await Promise.all(work)
  return stored
}

function bytesOf(files: FileRecord[], prefix: string): number {
  return files.reduce((sum, { path, bytes }) => sum + (path.startsWith(prefix) ? bytes : 0), 0)
}

function shopVersion(): string {
  const file = new URL('../../../../../package.json', import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).version
}

/** Makes a backup in `BACKUP_TO`, if it is set, and removes the oldest. */
export async function backUpDaily({
  config,
  log,
}: {
  config: Config
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
}): Promise<void> {
  if (!config.backup) return
  const target = await openBackupTarget(config.backup.to, config, repositoryFolder)
  const { name, manifest } = await backUp({
    config: overSessions(config),
    target,
    now: new Date(),
    step: (_title, work) => work(),
  })
  log.info({ place: target.folder(name).place }, `backup made: ${describeBackup(manifest)}`)
  // The job would be run again, and make another backup.
  await removeOldBackups(target, config.backup.keep).catch((error: unknown) =>
    log.error({ err: error }, 'old backups could not be deleted'),
  )
}

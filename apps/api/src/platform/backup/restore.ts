import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import type { Config } from '../config/config.ts'
import {
  analyze,
  readDatabaseState,
  requireEmptyDatabase,
  skipNumbers,
} from '../database/database-state.ts'
import { hasOwnPostgres, unpackOwnPostgres } from '../database/own-postgres.ts'
import { StartupError } from '../process/lifecycle.ts'
import { openStorage } from '../storage/open-storage.ts'
import { type BackupTarget, NotInBackup } from './backup-target.ts'
import { type FileRecord, type Manifest, meter, readManifest, uploadsFolder } from './manifest.ts'
import { findPostgresTool, restoreDump } from './postgres-tools.ts'

export interface RestoreOptions {
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 's3'>
  /** The backup: the folder with the manifest. */
  backup: BackupTarget
  /** Runs a part of the work and reports it. */
  step<Result>(title: string, work: () => Promise<Result>): Promise<Result>
  /** Starts the restored embedded database and returns its URL. */
  startOwnPostgres(): Promise<string>
}

export interface Restored {
  manifest: Manifest
  /** Uploads written; the others were there already, the same. */
  uploadsWritten: number
}

const concurrency = 8

/**
 * Restores a backup into an empty database and the storage of uploads. Every file is compared with its
 * checksum before anything is written, and the restored tables with the rows that were backed up.
 * @throws StartupError when the database is not empty, the backup is damaged or does not fit.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { config, backup, step } = options
  const manifest = await readManifest(backup)
  await requireFittingDatabase(config, manifest)
  await step(`Checking ${manifest.files.length} files`, () => checkFiles(backup, manifest))
  const url = await step('Restoring the database', () => restoreDatabase(options, manifest))
  // The embedded one reports its own start.
  const started = url ?? (await options.startOwnPostgres())
  await step('Comparing the rows of all tables', () => compareRows(started, manifest))
  await step('Skipping numbers that were given out since', () => skipNumbers(started))
  const uploadsWritten = await step('Restoring the uploads', () =>
    restoreUploads(config, backup, manifest),
  )
  return { manifest, uploadsWritten }
}

async function requireFittingDatabase(
  { databaseUrl, dataDir }: RestoreOptions['config'],
  { database }: Manifest,
): Promise<void> {
  if (database.kind === 'cluster') {
    if (databaseUrl)
      throw new StartupError(
        'This backup holds the files of the embedded PostgreSQL, which no other server takes: restore it without DATABASE_URL (in production DATABASE_URL=embedded).',
      )
    if (await hasOwnPostgres(dataDir))
      throw new StartupError(
        `The data folder ${dataDir} already holds a database: name an empty one with DATA_DIR.`,
      )
    return
  }
  if (!databaseUrl)
    throw new StartupError(
      'This backup was made of a PostgreSQL server: name an empty database of one with DATABASE_URL.',
    )
  const version = await requireEmptyDatabase(databaseUrl)
  if (Number.parseInt(version, 10) < Number.parseInt(database.postgres, 10))
    throw new StartupError(
      `The backup was made of PostgreSQL ${database.postgres}, and this server runs ${version}: restore it into that version or a newer one.`,
    )
}

async function checkFiles(backup: BackupTarget, { files }: Manifest): Promise<void> {
  const limit = pLimit(concurrency)
  const states = await Promise.all(files.map((file) => limit(() => damageOf(backup, file))))
  const damages = states.filter((damage) => damage !== null)
  if (damages.length === 0) return
  const others = damages.length > 3 ? ` and ${damages.length - 3} more` : ''
  throw new StartupError(
    `The backup ${backup.place} is damaged: ${damages.slice(0, 3).join(', ')}${others}. Nothing was restored.`,
  )
}

async function damageOf(backup: BackupTarget, file: FileRecord): Promise<string | null> {
  const measuring = meter()
  try {
    await pipeline(await backup.read(file.path), measuring, async (content) => {
      for await (const _chunk of content);
    })
  } catch (error) {
    if (error instanceof NotInBackup) return `${file.path} is missing`
    throw error
  }
  const { bytes, sha256 } = measuring.measured()
  return bytes === file.bytes && sha256 === file.sha256 ? null : `${file.path} was changed`
}

/** Gives the URL of the server; undefined if it is the embedded one, which does not run yet. */
async function restoreDatabase(
  { config, backup }: RestoreOptions,
  { database }: Manifest,
): Promise<string | undefined> {
  const archive = await backup.read(database.file)
  const { databaseUrl, dataDir } = config
  if (!databaseUrl) {
    await unpackOwnPostgres(dataDir, archive)
    return undefined
  }
  const tool = await findPostgresTool(
    'pg_restore',
    database.dumpedBy ?? Number.parseInt(database.postgres, 10),
  )
  await restoreDump(tool, databaseUrl, archive)
  await analyze(databaseUrl)
  return databaseUrl
}

async function compareRows(url: string, { database }: Manifest): Promise<void> {
  const { rows } = await readDatabaseState(url)
  const names = new Set([...Object.keys(rows), ...Object.keys(database.rows)])
  const wrong = [...names].filter((name) => rows[name] !== database.rows[name])
  if (wrong.length > 0)
    throw new StartupError(
      `The restored database differs from the backup in ${wrong.map((name) => `${name} (${rows[name] ?? 'no table'}, not ${database.rows[name] ?? 'no table'})`).join(', ')}.`,
    )
}

async function restoreUploads(
  config: RestoreOptions['config'],
  backup: BackupTarget,
  { files }: Manifest,
): Promise<number> {
  const storage = await openStorage(config)
  const limit = pLimit(concurrency)
  const prefix = `${uploadsFolder}/`
  const written = await Promise.all(
    files
      .filter(({ path }) => path.startsWith(prefix))
      .map(({ path }) =>
        limit(async () => {
          const key = path.slice(prefix.length)
          const bytes = await buffer(await backup.read(path))
          const known = await storage.read(key)
          if (known?.equals(bytes)) return 0
          await storage.write(key, bytes, typeOf(key))
          return 1
        }),
      ),
  )
  return written.reduce((sum: number, one) => sum + one, 0)
}

function typeOf(key: string): string {
  if (key.endsWith('.webp')) return 'image/webp'
  return key.endsWith('.csv') ? 'text/csv' : 'application/octet-stream'
}

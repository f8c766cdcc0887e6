import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { StartupError } from '../process/lifecycle.ts'
import { type BackupTarget, NotInBackup } from './backup-target.ts'

export const manifestFile = 'manifest.json'
export const uploadsFolder = 'uploads'

const count = z.number().int().nonnegative()

const manifestSchema = z
  .object({
    format: z.literal(1),
    madeAt: z.iso.datetime(),
    seconds: z.number(),
    /** The version of the shop, and its newest migration. */
    shop: z.string(),
    migration: z.string(),
    database: z.object({
      /** `cluster`: the files of the embedded PostgreSQL; `dump`: the output of `pg_dump`. */
      kind: z.enum(['cluster', 'dump']),
      file: z.string(),
      /** The version of the server. */
      postgres: z.string(),
      /** The major version of the `pg_dump` that wrote the file. */
      dumpedBy: z.number().int().optional(),
      /** The rows of every table. */
      rows: z.record(z.string(), count),
    }),
    uploads: z.object({ files: count, bytes: count }),
    files: z.array(
      z.object({
        path: z.string().regex(/^([a-z0-9-]+\/){0,2}[a-z0-9-]+(\.[a-z]+){1,2}$/),
        bytes: count,
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    ),
  })
  // Only files with a checksum are restored.
  .refine(({ database, files }) => files.some(({ path }) => path === database.file))

/** The description of a backup. It is written last: a backup without a manifest is incomplete. */
export type Manifest = z.infer<typeof manifestSchema>

export type FileRecord = Manifest['files'][number]

/**
 * Reads the manifest of the backup in a target's folder.
 * @throws StartupError when there is none, or it is damaged.
 */
export async function readManifest(target: BackupTarget): Promise<Manifest> {
  let text: string
  try {
    text = (await buffer(await target.read(manifestFile))).toString('utf8')
  } catch (error) {
    if (!(error instanceof NotInBackup)) throw error
    const found = (await target.folders()).filter((name) => isBackupName(name))
    const hint =
      found.length > 0
        ? `It holds ${found.slice(-5).join(', ')}: name one of them.`
        : 'An interrupted backup has none.'
    throw new StartupError(`${target.place} is no backup: it has no ${manifestFile}. ${hint}`)
  }
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    throw new StartupError(
      `The backup ${target.place} is damaged: ${manifestFile} cannot be read. Nothing was restored.`,
    )
  }
}

/** Whether a target's folder holds a backup that was finished. */
export async function isWhole(target: BackupTarget): Promise<boolean> {
  try {
    await buffer(await target.read(manifestFile))
    return true
  } catch (error) {
    if (error instanceof NotInBackup) return false
    throw error
  }
}

/** The folder of a backup made at this time. */
export function backupName(madeAt: Date): string {
  return `solvane-${madeAt.toISOString().replace(/[-:]|\.\d+/g, '')}`
}

/** Whether a folder has a name made by `backupName`. */
export function isBackupName(name: string): boolean {
  return /^solvane-\d{8}T\d{6}Z$/.test(name)
}

/** Measures the bytes that stream through it. */
export function meter(): Transform & { measured(): Omit<FileRecord, 'path'> } {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return Object.assign(stream, { measured: () => ({ bytes, sha256: hash.digest('hex') }) })
}

/** The content of a backup, in a sentence. */
export function describeBackup({ database, uploads, files }: Manifest): string {
  const rows = Object.values(database.rows)
  const total = rows.reduce((sum, count) => sum + count, 0)
  const bytes = files.find(({ path }) => path === database.file)?.bytes ?? 0
  return `PostgreSQL ${database.postgres}, ${rows.length} tables with ${total} rows (${megabytes(bytes)}), ${uploads.files} uploads (${megabytes(uploads.bytes)}).`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

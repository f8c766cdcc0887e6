import type { Manifest } from './manifest.ts'

/** What a backup holds, in a sentence. */
export function describeBackup({ database, uploads, files }: Manifest): string {
  const rows = Object.values(database.rows)
  const total = rows.reduce((sum, count) => sum + count, 0)
  const bytes = files.find(({ path }) => path === database.file)?.bytes ?? 0
  return `PostgreSQL ${database.postgres}, ${rows.length} tables with ${total} rows (${megabytes(bytes)}), ${uploads.files} uploads (${megabytes(uploads.bytes)}).`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

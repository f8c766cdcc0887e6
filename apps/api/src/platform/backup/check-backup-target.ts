import { Readable } from 'node:stream'
import { type Config, repositoryFolder } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { openBackupTarget } from './open-backup-target.ts'
import { findPostgresTool } from './postgres-tools.ts'

/** Written and removed to see whether backups can be. */
const probe = 'write-check'

/**
 * Why the daily backups would fail: `BACKUP_TO` cannot be written to, or `pg_dump` is missing. Null if
 * neither, or if none are made.
 */
export async function backupProblem(
  config: Pick<Config, 'backup' | 'databaseUrl' | 's3'>,
  { pool }: Pick<Database, 'pool'>,
): Promise<string | null> {
  if (!config.backup) return null
  try {
    const target = await openBackupTarget(config.backup.to, config, repositoryFolder)
    await target.write(`${probe}/empty`, Readable.from([]))
    await target.removeFolder(probe)
    if (config.databaseUrl) {
      const { rows } = await pool.query<{ major: number }>(
        `select current_setting('server_version_num')::integer / 10000 as major`,
      )
      await findPostgresTool('pg_dump', rows[0]?.major ?? 0)
    }
    return null
  } catch (error) {
    return `Backups cannot be made: ${error instanceof Error ? error.message : String(error)}`
  }
}

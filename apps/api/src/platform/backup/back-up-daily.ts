import type { FastifyBaseLogger } from 'fastify'
import { type Config, repositoryFolder } from '../config/config.ts'
import { overSessions } from '../database/database-urls.ts'
import { backUp, removeOldBackups } from './back-up.ts'
import { describeBackup } from './describe-backup.ts'
import { openBackupTarget } from './open-backup-target.ts'

/** Makes a backup where `BACKUP_TO` says, if it is set, and removes the oldest. */
export async function backUpDaily({
  config,
  log,
}: {
  config: Config
  log: Pick<FastifyBaseLogger, 'info'>
}): Promise<void> {
  if (!config.backup) return
  const target = await openBackupTarget(config.backup.to, config, repositoryFolder)
  const { name, manifest } = await backUp({
    config: overSessions(config),
    target,
    now: new Date(),
    step: (_title, work) => work(),
  })
  await removeOldBackups(target, config.backup.keep)
  log.info({ place: target.folder(name).place }, `backup made: ${describeBackup(manifest)}`)
}

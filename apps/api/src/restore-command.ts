import { parseArgs } from 'node:util'
import { describeBackup } from './platform/backup/manifest.ts'
import { openBackupTarget } from './platform/backup/open-backup-target.ts'
import { restore } from './platform/backup/restore.ts'
import { loadConfig, repositoryFolder } from './platform/config/config.ts'
import { overSessions } from './platform/database/database-urls.ts'
import { type Command, runCommand } from './platform/database/run-command.ts'
import { StartupError } from './platform/process/lifecycle.ts'

const usage =
  'Use it as: npm run restore -- --from FOLDER/solvane-…, or --from s3://bucket/folder/solvane-…'

await runCommand(run)

/** `npm run restore`: brings a backup into an empty database and the storage of uploads. */
async function run({ steps, reachDatabase }: Command) {
  const config = loadConfig(process.env)
  const backup = await openBackupTarget(readSource(process.argv.slice(2)), config, repositoryFolder)
  if (config.databaseUrl) await reachDatabase(config)
  const { manifest, uploadsWritten } = await restore({
    config: overSessions(config),
    backup,
    step: steps.run,
    startOwnPostgres: () => reachDatabase(config),
  })
  const known = manifest.uploads.files - uploadsWritten
  steps.note(
    `\nRestored ${backup.place}, made at ${manifest.madeAt} by the shop ${manifest.shop} (${manifest.migration}): ${describeBackup(manifest)}${known > 0 ? ` ${known} uploads were there already.` : ''}`,
  )
}

function readSource(args: string[]): string {
  try {
    const { from } = parseArgs({ args, options: { from: { type: 'string' } } }).values
    if (from) return from
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : error}. ${usage}`)
  }
  throw new StartupError(`--from must name a backup. ${usage}`)
}

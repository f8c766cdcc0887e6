import { parseArgs } from 'node:util'
import { backUp } from './platform/backup/back-up.ts'
import { describeBackup } from './platform/backup/manifest.ts'
import { openBackupTarget } from './platform/backup/open-backup-target.ts'
import { loadConfig, repositoryFolder } from './platform/config/config.ts'
import { overSessions } from './platform/database/database-urls.ts'
import { type Command, runCommand } from './platform/database/run-command.ts'
import { StartupError } from './platform/process/lifecycle.ts'

const usage = 'Use it as: npm run backup -- --to FOLDER, or --to s3://bucket/folder'

await runCommand(run)

/** `npm run backup`: copies the database and the uploads, also while the shop is open. */
async function run({ steps, reachDatabase }: Command) {
  const config = loadConfig(process.env)
  const to = readTarget(process.argv.slice(2)) ?? config.backup?.to
  if (!to) throw new StartupError(`Neither --to nor BACKUP_TO names a place. ${usage}`)
  const target = await openBackupTarget(to, config, repositoryFolder)
  await reachDatabase(config)
  const { name, manifest } = await backUp({
    config: overSessions(config),
    target,
    now: new Date(),
    step: steps.run,
  })
  steps.note(`\nBacked up to ${target.folder(name).place}: ${describeBackup(manifest)}`)
}

function readTarget(args: string[]): string | undefined {
  try {
    return parseArgs({ args, options: { to: { type: 'string' } } }).values.to
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : error}. ${usage}`)
  }
}

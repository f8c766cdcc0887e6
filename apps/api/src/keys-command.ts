import { parseArgs } from 'node:util'
import { describeTokenKeys, rotateTokenKeys } from './features/auth/token-keys.ts'
import { loadConfig } from './platform/config/config.ts'
import { type Command, runCommand } from './platform/database/run-command.ts'
import { StartupError } from './platform/process/lifecycle.ts'

const usage =
  'Use it as: npm run keys, or npm run keys -- rotate, or npm run keys -- rotate --at-once'

await runCommand(run)

/** `npm run keys`: lists the keys that sign tokens; with `rotate` makes a new one. */
async function run({ steps, openDatabase }: Command) {
  const { rotates, atOnce } = readArguments(process.argv.slice(2))
  const config = loadConfig(process.env)
  const db = await openDatabase(config)
  const ctx = { db, clock: { now: () => new Date() } }
  if (rotates) await steps.run('Making a key', () => rotateTokenKeys(ctx, { atOnce }))
  steps.note(`\n${(await describeTokenKeys(ctx)).join('\n')}`)
}

function readArguments(args: string[]): { rotates: boolean; atOnce: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { 'at-once': { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [action, ...others] = positionals
    const atOnce = values['at-once']
    if (others.length === 0 && action === 'rotate') return { rotates: true, atOnce }
    if (action === undefined && !atOnce) return { rotates: false, atOnce }
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : error}. ${usage}`)
  }
  throw new StartupError(usage)
}

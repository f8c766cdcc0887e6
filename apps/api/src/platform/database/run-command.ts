import type { Config } from '../config/config.ts'
import { createLifecycle } from '../process/lifecycle.ts'
import { StartupError } from '../process/startup-error.ts'
import { createSteps } from '../process/steps.mjs'
import { onStopSignal } from '../process/stop-signals.mjs'
import { reachDatabase } from './check-database.ts'
import { type Database, openDatabase } from './database.ts'
import { isConnectionLost } from './database-errors.ts'
import { migrate } from './migrate.ts'
import { runningOwnPostgres, startOwnPostgres } from './own-postgres.ts'

const CLOSE_MILLISECONDS = 2_400

export interface Command {
  steps: ReturnType<typeof createSteps>
  /** The database of `config`, started if it is the shop's own, reached and migrated. */
  openDatabase(config: Config): Promise<Database>
  /** Ends the command with an error; a `StartupError` is shown as its sentence alone. */
  fail(error: unknown): void
}

/** Runs a command that works on the database and ends, whatever happens, with everything closed. */
export async function runCommand(work: (command: Command) => Promise<void>): Promise<void> {
  const lifecycle = createLifecycle({ exit: (code) => process.exit(code), onError: console.error })
  const steps = createSteps(lifecycle)
  onStopSignal(() => lifecycle.stop(130))

  let isBorrowed = false
  function connectionLost(error: unknown): string | undefined {
    if (!isConnectionLost(error)) return undefined
    return isBorrowed
      ? 'The shop that is open on this data folder was stopped, and its database with it: run the command again.'
      : 'The connection to the database broke: run the command again.'
  }

  function fail(error: unknown) {
    // What breaks while everything is being closed is no news.
    if (lifecycle.isStopping()) return
    const sentence = error instanceof StartupError ? error.message : connectionLost(error)
    console.error(sentence ? `\n${sentence}` : error)
    lifecycle.stop(1)
  }

  async function startPostgres(dataDir: string): Promise<string> {
    const { url, died } = await startOwnPostgres({ dataDir, steps, lifecycle })
    died.then((sentence) => fail(new StartupError(sentence)))
    return url
  }

  const command: Command = {
    steps,
    fail,
    async openDatabase(config) {
      // Also while the shop is open on the same data folder.
      const borrowed = config.databaseUrl ? undefined : await runningOwnPostgres(config.dataDir)
      isBorrowed = borrowed !== undefined
      const url = config.databaseUrl ?? borrowed ?? (await startPostgres(config.dataDir))
      if (config.databaseUrl) await steps.run('Reaching the database', () => reachDatabase(url))
      await steps.run('Applying migrations', () => migrate(url))
      const db = openDatabase({ url, onIdleError: fail })
      lifecycle.onStop(() => db.close(), CLOSE_MILLISECONDS)
      return db
    },
  }
  await work(command).then(() => lifecycle.stop(0), fail)
}

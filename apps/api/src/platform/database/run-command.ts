import type { Config } from '../config/config.ts'
import { createLifecycle, StartupError } from '../process/lifecycle.ts'
import { createSteps } from '../process/steps.mjs'
import { onStopSignal } from '../process/stop-signals.mjs'
import { reachDatabase } from './check-database.ts'
import { type Database, openDatabase } from './database.ts'
import { isConnectionLost } from './database-errors.ts'
import { ensureMigrated, migrate } from './migrate.ts'
import { runningOwnPostgres, startOwnPostgres } from './own-postgres.ts'

const CLOSE_MILLISECONDS = 2_400

export interface Command {
  steps: ReturnType<typeof createSteps>
  /** The URL of the database of `config`, which can be reached; the embedded one is started. */
  reachDatabase(
    config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>,
  ): Promise<string>
  /**
   * The database of `config`, connected; the embedded one is started. It is migrated as by the shop itself:
   * with `MIGRATE=off` a missing migration is a `StartupError`.
   */
  openDatabase(config: Config): Promise<Database>
  /** Ends the command with an error; of a `StartupError` only the message is shown. */
  fail(error: unknown): void
}

/** Runs a command that uses the database and then exits, and always closes everything. */
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
    // Errors while closing are not reported.
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
    async reachDatabase({ databaseUrl, databaseDirectUrl, dataDir }) {
      // A command needs few connections, and a session for each.
      const url = databaseDirectUrl ?? databaseUrl
      if (url) {
        const setting = databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
        await steps.run('Reaching the database', () => reachDatabase(url, { setting }))
        return url
      }
      // Works while the shop runs on the same data folder, too.
      const borrowed = await runningOwnPostgres(dataDir)
      isBorrowed = borrowed !== undefined
      return borrowed ?? (await startPostgres(dataDir))
    },
    async openDatabase(config) {
      const url = await command.reachDatabase(config)
      if (config.migrates) await steps.run('Applying migrations', () => migrate(url))
      else await ensureMigrated(url)
      const db = openDatabase({ url, onIdleError: fail })
      lifecycle.onStop(() => db.close(), CLOSE_MILLISECONDS)
      return db
    },
  }
  await work(command).then(() => lifecycle.stop(0), fail)
}

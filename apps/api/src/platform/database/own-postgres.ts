import type { EmbeddedPostgres } from '@solvane/embedded-postgres'
import type { Lifecycle } from '../process/lifecycle.ts'
import { StartupError } from '../process/startup-error.ts'
import type { createSteps } from '../process/steps.mjs'

/** Under five seconds together with the rest, the time Ctrl-C may take. */
const STOP_MILLISECONDS = 2_400

interface OwnPostgresOptions {
  dataDir: string
  steps: ReturnType<typeof createSteps>
  lifecycle: Lifecycle
}

/** Starts the PostgreSQL of this process's own; the end of the process is its end, also while it starts. */
export function startOwnPostgres({
  dataDir,
  steps,
  lifecycle,
}: OwnPostgresOptions): Promise<EmbeddedPostgres> {
  const stopping = new AbortController()
  const { signal } = stopping
  const started = steps.run('Starting PostgreSQL', () =>
    withEmbeddedPostgres(({ startEmbeddedPostgres }) =>
      startEmbeddedPostgres({ dataDir, log: steps.note, signal }),
    ),
  )
  lifecycle.onStop(() => {
    stopping.abort()
    return started.then((postgres) => postgres.stop()).catch(() => {})
  }, STOP_MILLISECONDS)
  return started
}

/** The address of the PostgreSQL that another process of the shop runs on the data folder, if one does. */
export function runningOwnPostgres(dataDir: string): Promise<string | undefined> {
  return withEmbeddedPostgres(({ runningEmbeddedPostgres }) => runningEmbeddedPostgres(dataDir))
}

/** Loads the embedded PostgreSQL, which a shop with `DATABASE_URL` does without, and does something with it. */
async function withEmbeddedPostgres<Result>(
  work: (embedded: typeof import('@solvane/embedded-postgres')) => Result | Promise<Result>,
): Promise<Result> {
  const embedded = await import('@solvane/embedded-postgres')
  try {
    return await work(embedded)
  } catch (error) {
    if (error instanceof embedded.EmbeddedPostgresError) throw new StartupError(error.message)
    throw error
  }
}

import type { EmbeddedPostgres } from '@solvane/embedded-postgres'
import type { Lifecycle } from '../process/lifecycle.ts'
import { StartupError } from '../process/startup-error.ts'
import type { createSteps } from '../process/steps.mjs'

/** Leaves time for the rest within the five seconds that Ctrl-C may take. */
const STOP_MILLISECONDS = 2_400

interface OwnPostgresOptions {
  dataDir: string
  steps: ReturnType<typeof createSteps>
  lifecycle: Lifecycle
}

/** Starts the embedded PostgreSQL, which ends with this process, even while it starts. */
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

/** The URL of the PostgreSQL that another process of the shop runs on the data folder, if any. */
export function runningOwnPostgres(dataDir: string): Promise<string | undefined> {
  return withEmbeddedPostgres(({ runningEmbeddedPostgres }) => runningEmbeddedPostgres(dataDir))
}

/**
 * Loads the embedded PostgreSQL, which a shop with `DATABASE_URL` does not install, and uses it.
 */
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

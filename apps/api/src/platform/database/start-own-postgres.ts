import type { Lifecycle } from '../process/lifecycle.ts'
import type { createSteps } from '../process/steps.mjs'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts'

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
    startEmbeddedPostgres({ dataDir, log: steps.note, signal }),
  )
  lifecycle.onStop(() => {
    stopping.abort()
    return started.then((postgres) => postgres.stop()).catch(() => {})
  }, STOP_MILLISECONDS)
  return started
}

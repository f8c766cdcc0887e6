import type { Readable } from 'node:stream'
import type { EmbeddedPostgres } from '@solvane/embedded-postgres'
import { type Lifecycle, StartupError, systemErrorCode } from '../process/lifecycle.ts'
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

/** Whether a data folder has a database of its own. */
export function hasOwnPostgres(dataDir: string): Promise<boolean> {
  return withEmbeddedPostgres(({ clusterFolder }) => clusterFolder(dataDir) !== undefined)
}

/**
 * Copies the PostgreSQL that runs on the data folder, and starts the copy, which proves that it
 * runs and lets `look` inspect it. Then `store` receives the copy as an archive.
 */
export function archiveOwnPostgres<Seen>(
  dataDir: string,
  look: (url: string) => Promise<Seen>,
  store: (archive: Readable) => Promise<void>,
): Promise<Seen> {
  return withEmbeddedPostgres(async (embedded) => {
    const url = embedded.runningEmbeddedPostgres(dataDir)
    if (!url) throw new StartupError(`No PostgreSQL runs on the data folder ${dataDir}.`)
    const copy = await embedded.copyRunningCluster(dataDir, url)
    try {
      const started = await embedded.startEmbeddedPostgres({ dataDir: copy.dataDir, log: () => {} })
      const seen = await look(started.url).finally(() => started.stop())
      await store(embedded.packCluster(copy.dataDir))
      return seen
    } finally {
      await copy.remove()
    }
  })
}

/** Unpacks such an archive into a data folder that has no database. */
export function unpackOwnPostgres(dataDir: string, archive: Readable): Promise<void> {
  return withEmbeddedPostgres(({ unpackCluster }) => unpackCluster(dataDir, archive))
}

/**
 * Loads the embedded PostgreSQL, which a shop with `DATABASE_URL` does not install, and uses it.
 */
async function withEmbeddedPostgres<Result>(
  work: (embedded: typeof import('@solvane/embedded-postgres')) => Result | Promise<Result>,
): Promise<Result> {
  const embedded = await import('@solvane/embedded-postgres').catch((error) => {
    if (systemErrorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new StartupError(
      'The release folder brings no PostgreSQL: set DATABASE_URL to a server, or start the shop from a checkout.',
    )
  })
  try {
    return await work(embedded)
  } catch (error) {
    if (error instanceof embedded.EmbeddedPostgresError) throw new StartupError(error.message)
    throw error
  }
}

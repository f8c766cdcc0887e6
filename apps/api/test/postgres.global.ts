import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@solvane/embedded-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { seedDemo } from '../database/seed/seed-demo.ts'
import type { AppContext } from '../src/context.ts'
import { loadConfig } from '../src/platform/config/config.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { openJobs } from '../src/platform/jobs/jobs.ts'
import { registerJobs } from '../src/register-jobs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the test server; use `createTestDatabase` for a database. */
    postgresUrl: string
  }
}

/**
 * Starts one PostgreSQL for the whole test run and prepares the templates that databases are cloned
 * from: one that is migrated, and one with the demo store in it.
 */
export default async function startPostgresForTests(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'solvane-test-'))
  // When root runs the tests, PostgreSQL's own account must be able to enter.
  await chmod(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durability: 'throwaway' })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('create database migrated')
  const migrated = urlOf('migrated')
  await migrate(migrated)
  const jobs = await openJobs({ url: migrated, works: false, onError: () => {} })
  // Queues and schedules alone: no job runs here.
  await registerJobs({ jobs, config: loadConfig({ DATABASE_URL: migrated }) } as AppContext)
  await jobs.close()
  await client.query('create database demo template migrated')
  await client.end()
  const demo = openDatabase({ url: urlOf('demo'), poolSize: 1 })
  await seedDemo(demo.pool, new Date())
  await demo.close()
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }

  function urlOf(name: string): string {
    const url = new URL(postgres.url)
    url.pathname = name
    return url.href
  }
}

import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@solvane/embedded-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/platform/database/migrate.ts'
import { openJobs } from '../src/platform/jobs/jobs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the test server; use `createTestDatabase` for a database. */
    postgresUrl: string
  }
}

const TEMPLATE = 'migrated'

/**
 * Starts one PostgreSQL for the whole test run and migrates the template that databases are cloned
 * from.
 */
export default async function startPostgresForTests(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'solvane-test-'))
  // When root runs the tests, PostgreSQL's own account must be able to enter.
  await chmod(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durability: 'throwaway' })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const template = new URL(postgres.url)
  template.pathname = TEMPLATE
  await migrate(template.href)
  const jobs = await openJobs({ url: template.href, works: false, onError: () => {} })
  await jobs.close()
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

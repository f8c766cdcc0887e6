import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A database of the caller's own in the PostgreSQL of this test run. */
export interface TestDatabase {
  url: string
  /** Ends every session in it and removes it. */
  drop(): Promise<void>
}

/** `migrated`: an empty shop; `demo`: with the demo store; `template1`: nothing at all, not even tables. */
type Template = 'migrated' | 'demo' | 'template1'

/** Clones a template (some 20 ms); call it once in a test file, or for each test. */
export async function createTestDatabase(template: Template = 'migrated'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying files takes half as long as logging each block, and no test database outlives a crash.
  await asServer(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = name
  return { url: url.href, drop: () => asServer(`drop database ${name} with (force)`) }
}

/** A worker's one connection for this: to open one takes as long as to clone a database. */
let server: Promise<pg.Client> | undefined

async function asServer(statement: string): Promise<void> {
  server ??= connectToServer()
  await (await server).query(statement)
}

async function connectToServer(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  // The server stops before its workers do.
  client.on('error', () => {})
  await client.connect()
  return client
}

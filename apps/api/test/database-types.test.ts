import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { migrate } from '../src/platform/database/migrate.ts'
import { createTestDatabase } from './test-database.ts'

const typesFile = fileURLToPath(new URL('../database/types.ts', import.meta.url))
const generator = createRequire(import.meta.url).resolve('kysely-codegen/dist/cli/bin.js')

// To make them anew: the same command with DATABASE_URL of a migrated database, without --verify.
test('the table types are those of a freshly migrated database', async () => {
  const database = await createTestDatabase({ isBare: true })
  await migrate(database.url)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      generator,
      '--verify',
      ...['--dialect', 'postgres'],
      ...['--url', database.url],
      ...['--out-file', typesFile],
      ...['--exclude-pattern', 'migration'],
      ...['--singularize', 'false'],
    ],
    { cwd: fileURLToPath(new URL('..', import.meta.url)) },
  )
  expect(stdout).toContain('up-to-date')
  await database.drop()
})

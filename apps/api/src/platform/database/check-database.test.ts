import pg from 'pg'
import { afterEach, expect, inject, it, vi } from 'vitest'
import { StartupError } from '../process/startup-error.ts'
import { reachDatabase } from './check-database.ts'

const { user } = pg.defaults
afterEach(() => {
  vi.unstubAllEnvs()
  pg.defaults.user = user
})

async function refusal(url: string) {
  const error = await reachDatabase(url).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartupError)
  return error instanceof Error ? error.message : ''
}

it('connects to a running database', async () => {
  await expect(reachDatabase(inject('postgresUrl'))).resolves.toBeUndefined()
})

it('reports that a file named in the URL cannot be read', async () => {
  expect(await refusal('postgresql://someone:pa55@localhost/shop?sslrootcert=/nope')).toBe(
    "DATABASE_URL cannot be used: ENOENT: no such file or directory, open '/nope'.",
  )
})

it('reports a wrong password', async () => {
  const url = new URL(inject('postgresUrl'))
  url.password = 'guessed'
  expect(await refusal(url.href)).toContain('password authentication failed for user "solvane"')
})

it('reports that the URL names no user', async () => {
  vi.stubEnv('PGUSER', '')
  // By default the driver uses the account of this process.
  pg.defaults.user = undefined
  expect(await refusal('postgresql://localhost')).toBe(
    'DATABASE_URL names no user: write it as postgresql://user:password@host:5432/solvane.',
  )
})

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

it('reaches a database that is there', async () => {
  await expect(reachDatabase(inject('postgresUrl'))).resolves.toBeUndefined()
})

it('says that a file named in the address cannot be read', async () => {
  expect(await refusal('postgresql://someone:pa55@localhost/shop?sslrootcert=/nope')).toBe(
    "DATABASE_URL cannot be used: ENOENT: no such file or directory, open '/nope'.",
  )
})

it('says that the password is wrong', async () => {
  const url = new URL(inject('postgresUrl'))
  url.password = 'guessed'
  expect(await refusal(url.href)).toContain('password authentication failed for user "solvane"')
})

it('says that the address names no user', async () => {
  vi.stubEnv('PGUSER', '')
  // By itself the driver would take the account that runs this.
  pg.defaults.user = undefined
  expect(await refusal('postgresql://localhost')).toBe(
    'DATABASE_URL names no user: write it as postgresql://user:password@host:5432/solvane.',
  )
})

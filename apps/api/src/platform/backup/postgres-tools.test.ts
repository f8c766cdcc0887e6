import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findPostgresTool, forLibpq } from './postgres-tools.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solvane-tools-'))
  for (const version of [15, 17, 18]) {
    const program = join(folder, String(version), 'pg_dump')
    await mkdir(join(folder, String(version)))
    await writeFile(program, `#!/bin/sh\necho "pg_dump (PostgreSQL) ${version}.2 (Some 1)"\n`)
    await chmod(program, 0o755)
  }
})
afterAll(() => rm(folder, { recursive: true }))

describe('the program for a server', () => {
  const folders = (...versions: number[]) =>
    versions.map((version) => join(folder, String(version)))

  test('is of its version, else the next newer one', async () => {
    const found = (major: number) => findPostgresTool('pg_dump', major, folders(18, 15, 17))
    expect(await found(15)).toEqual({ path: join(folder, '15', 'pg_dump'), version: 15 })
    expect((await found(16)).version).toBe(17)
    expect((await found(18)).version).toBe(18)
  })

  test('is missed in a sentence if there is none, or only older ones', async () => {
    await expect(findPostgresTool('pg_dump', 18, folders(15, 17))).rejects.toThrow(
      "pg_dump 17 is too old: install PostgreSQL's client programs, version 18 or newer, and have them on the PATH.",
    )
    await expect(findPostgresTool('pg_restore', 16, folders(17))).rejects.toThrow(
      "pg_restore is not installed: install PostgreSQL's client programs, version 16 or newer, and have them on the PATH.",
    )
  })
})

describe('the URL of a database', () => {
  test('reaches the programs without its password', () => {
    const { address, environment } = forLibpq('postgresql://shop:a%2Fb%40c@db:5432/solvane', 17)
    expect(address).toBe('postgresql://shop@db:5432/solvane')
    expect(environment.PGPASSWORD).toBe('a/b@c')
  })

  test('may name several hosts, a socket, or no password', () => {
    const addressOf = (url: string) => forLibpq(url, 17).address
    expect(addressOf('postgresql://u:p@a:1,b:2/shop?target_session_attrs=read-write')).toBe(
      'postgresql://u@a:1,b:2/shop?target_session_attrs=read-write',
    )
    expect(addressOf('postgresql://u:p@%2Frun%2Fpg:5432/shop')).toBe(
      'postgresql://u@%2Frun%2Fpg:5432/shop',
    )
    expect(addressOf('postgresql://u@db/shop')).toBe('postgresql://u@db/shop')
  })

  test('has the encryption of the driver in libpq’s terms', () => {
    vi.stubEnv('PGSSLROOTCERT', undefined)
    const addressOf = (query: string, version: number) =>
      forLibpq(`postgresql://u:p@db/shop?${query}`, version).address.split('?')[1]
    expect(addressOf('sslmode=verify-full', 17)).toBe('sslmode=verify-full&sslrootcert=system')
    expect(addressOf('sslmode=verify-full', 15)).toBe('sslmode=verify-full')
    expect(addressOf('sslmode=verify-full&sslrootcert=ca.pem', 17)).toBe(
      'sslmode=verify-full&sslrootcert=ca.pem',
    )
    expect(addressOf('sslmode=no-verify', 17)).toBe('sslmode=require')
    expect(addressOf('uselibpqcompat=true&sslmode=require', 17)).toBe('sslmode=require')
    vi.unstubAllEnvs()
  })
})

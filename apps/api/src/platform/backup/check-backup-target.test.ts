import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openS3Server, type S3Server } from '../../../test/s3-server.ts'
import { backupProblem } from './check-backup-target.ts'

let folder: string
let server: S3Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solvane target '))
  server = await openS3Server({ accessKeyId: 'solvane', region: 'eu-test-1' })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** A database server of that version. */
const serverOf = (major: number) => ({
  pool: { query: async () => ({ rows: [{ major }] }) } as unknown as pg.Pool,
})

/** The problem of a shop with these settings of backups, on the embedded database. */
const problemOf = (settings: Pick<Parameters<typeof backupProblem>[0], 'backup' | 's3'>) =>
  backupProblem({ ...settings, databaseUrl: undefined }, serverOf(18))

const inS3 = (accessKeyId: string) => ({
  backup: { to: 's3://safe/solvane', keep: 14 },
  s3: {
    bucket: 'uploads',
    region: 'eu-test-1',
    endpoint: server.endpoint,
    accessKey: { accessKeyId, secretAccessKey: 'secret' },
  },
})

test('a target that backups can be written to has no problem, and nothing is left in it', async () => {
  const to = join(folder, 'backups')
  expect(await problemOf({ backup: { to, keep: 14 }, s3: null })).toBeNull()
  expect(await readdir(to)).toEqual([])
  expect(await problemOf(inS3('solvane'))).toBeNull()
  expect([...server.objects.keys()]).toEqual([])
})

test('a shop without a target has no problem', async () => {
  expect(await problemOf({ backup: null, s3: null })).toBeNull()
})

test('a target that backups cannot be written to is named with the reason', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  expect(await problemOf({ backup: { to: `${file}/backups`, keep: 14 }, s3: null })).toBe(
    `Backups cannot be made: The backup folder ${file}/backups cannot be used (ENOTDIR).`,
  )
  expect(await problemOf(inS3('stranger'))).toMatch(
    /^Backups cannot be made: s3:\/\/safe\/solvane cannot be used \(No\.\): check the bucket/,
  )
})

test('a server without its pg_dump is a problem, too', async () => {
  const settings = {
    backup: { to: join(folder, 'dumps'), keep: 14 },
    s3: null,
    databaseUrl: 'postgres://shop@db/solvane',
  }
  expect(await backupProblem(settings, serverOf(99))).toMatch(
    /^Backups cannot be made: pg_dump .*: install PostgreSQL's client programs, version 99 or newer/,
  )
})

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { installedBinaries } from './binaries.ts'
import {
  clusterFolder,
  copyRunningCluster,
  type EmbeddedPostgres,
  packCluster,
  startEmbeddedPostgres,
  unpackCluster,
} from './embedded-postgres.ts'
import { postgresAccount } from './unprivileged-account.ts'

let folder: string
let running: Set<EmbeddedPostgres>

const dataDir = () => join(folder, 'data')

/** Starts it as production does: full pages, synchronous commits. */
async function start(place = dataDir()) {
  const postgres = await startEmbeddedPostgres({ dataDir: place, log: () => {} })
  running.add(postgres)
  return postgres
}

async function stop(postgres: EmbeddedPostgres) {
  running.delete(postgres)
  await postgres.stop()
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

const query = (url: string, text: string) =>
  withClient(url, async (client) => (await client.query(text)).rows)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'solvane-copy-'))
  chmodSync(folder, 0o711)
  running = new Set()
})

afterEach(async () => {
  await Promise.all([...running].map(stop))
  rmSync(folder, { recursive: true, force: true })
})

it('copies a cluster that is written to, whole transactions up to a moment', async () => {
  const { url } = await start()
  await query(url, 'create table entry (number integer primary key, half integer)')
  await query(url, "create table filler as select repeat('x', 900) from generate_series(1, 20000)")
  let isWriting = true
  let written = 0
  const writing = withClient(url, async (client) => {
    for (; isWriting; written++) {
      await client.query('begin')
      await client.query('insert into entry values ($1, 1)', [2 * written])
      await client.query('insert into entry values ($1, 2)', [2 * written + 1])
      await client.query('commit')
      if (written % 50 === 0) await client.query('checkpoint').catch(() => {})
    }
  })
  await expect.poll(() => written).toBeGreaterThan(20)
  const before = written
  const copy = await copyRunningCluster(dataDir(), url)
  const after = written
  isWriting = false
  await writing

  const started = await start(copy.dataDir)
  const [found] = await query(
    started.url,
    `select count(*)::integer as rows, max(number) as last,
       count(*) filter (where half = 1)::integer as first_halves from entry`,
  )
  const { rows, last, first_halves } = found as Record<string, number>
  expect(last).toBe((rows ?? 0) - 1)
  expect(first_halves).toBe((rows ?? 0) / 2)
  expect(rows).toBeGreaterThanOrEqual(2 * before)
  expect(rows).toBeLessThanOrEqual(2 * after + 2)
  await stop(started)
  await copy.remove()
  const left = readdirSync(join(dataDir(), 'postgres'))
  expect(left.filter((name) => name.startsWith('copy-'))).toEqual([])
})

it('refuses a second copy while one is being made, and only then', async () => {
  const { url } = await start()
  const copy = await copyRunningCluster(dataDir(), url)
  await expect(copyRunningCluster(dataDir(), url)).rejects.toThrow(
    'Another backup of this database is under way.',
  )
  await copy.remove()
  const next = await copyRunningCluster(dataDir(), url)
  await next.remove()
})

it('packs a copy and unpacks it where there is no database', async () => {
  const { url } = await start()
  await query(url, 'create table kept as select 7 as number')
  const copy = await copyRunningCluster(dataDir(), url)
  await stop(await start(copy.dataDir))
  const archive = await buffer(packCluster(copy.dataDir))
  await copy.remove()

  const place = join(folder, 'restored')
  await unpackCluster(place, Readable.from([archive]))
  const restored = await start(place)
  expect(await query(restored.url, 'select number from kept')).toEqual([{ number: 7 }])
  expect(new URL(restored.url).password).toBe(new URL(url).password)
  await stop(restored)
  await expect(unpackCluster(place, Readable.from([archive]))).rejects.toThrow(
    /^The data folder .*restored already holds a database: /,
  )
})

it('leaves a data folder without a database when the archive is damaged', async () => {
  const place = join(folder, 'damaged')
  await expect(unpackCluster(place, Readable.from([Buffer.from('no archive')]))).rejects.toThrow()
  const fresh = await start(place)
  expect(await query(fresh.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

it('grants a cluster of an earlier release the rights that a copy needs', async () => {
  await stop(await start())
  const cluster = clusterFolder(dataDir()) ?? ''
  execFileSync(installedBinaries().postgres, ['--single', '-D', cluster, 'postgres'], {
    ...postgresAccount(cluster),
    cwd: cluster,
    stdio: 'pipe',
    input: 'ALTER ROLE solvane NOREPLICATION\n',
  })
  const withoutRights = await start()
  await expect(copyRunningCluster(dataDir(), withoutRights.url)).rejects.toThrow(
    /is of a release that cannot be backed up/,
  )
  await stop(withoutRights)
  rmSync(join(dataDir(), 'postgres', 'backup-rights'))
  const { url } = await start()
  const copy = await copyRunningCluster(dataDir(), url)
  await copy.remove()
})

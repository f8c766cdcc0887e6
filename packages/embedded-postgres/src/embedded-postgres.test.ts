import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runningEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

let dataDir: string
let lines: string[]

function start(folder = dataDir, signal?: AbortSignal) {
  const log = (line: string) => lines.push(line)
  return startEmbeddedPostgres({ dataDir: folder, log, durability: 'throwaway', signal })
}

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Starts PostgreSQL in another process, which then does `afterwards`, and waits for its end. */
async function startElsewhere(afterwards: string) {
  const module = new URL('./embedded-postgres.ts', import.meta.url)
  const code = `const { startEmbeddedPostgres } = await import(${JSON.stringify(module.href)})
    await startEmbeddedPostgres({ dataDir: process.argv[1], log() {}, durability: 'throwaway' })
    ${afterwards}`
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', code, dataDir], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(starter, 'exit')
}

/** Starts PostgreSQL in a process that is then killed, so that PostgreSQL stays behind. */
function leaveBehind() {
  return startElsewhere("process.kill(process.pid, 'SIGKILL')")
}

/** The command lines of processes that run in or for the data folder. */
function processesOfDataFolder(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const folder = readlinkSync(`/proc/${pid}/cwd`)
        const isOurs = folder.startsWith(dataDir) || command.includes(dataDir)
        return isOurs && /postgres|initdb/.test(command) ? [command] : []
      } catch {
        return []
      }
    })
}

/** Resolves when all processes have ended; a killed one takes a moment. */
function nothingRuns() {
  return expect.poll(processesOfDataFolder, { timeout: 60_000 }).toEqual([])
}

/** Resolves when the cluster's home has a path that matches. */
function hasFile(path: RegExp) {
  const home = join(dataDir, 'postgres')
  const files = () =>
    existsSync(home) ? readdirSync(home, { recursive: true, encoding: 'utf8' }) : []
  return expect
    .poll(files, { interval: 10, timeout: 60_000 })
    .toContainEqual(expect.stringMatching(path))
}

function endIfRunning(pid: number) {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // It has exited by itself because its files are gone.
  }
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'solvane-embedded-'))
  chmodSync(dataDir, 0o711)
  lines = []
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(dataDir, { recursive: true, force: true })
})

it('creates the shop’s database with the same collation on every machine', async () => {
  const postgres = await start()
  const [found] = await query(
    postgres.url,
    `select current_user as role, datlocprovider as provider, datlocale as locale,
       pg_encoding_to_char(encoding) as encoding, current_setting('data_checksums') as checksums,
       (select rolsuper from pg_roles where rolname = current_user) as superuser
     from pg_database where datname = current_database()`,
  )
  expect(found).toEqual({
    role: 'solvane',
    provider: 'b',
    locale: 'C.UTF-8',
    encoding: 'UTF8',
    checksums: 'on',
    superuser: false,
  })
  await postgres.stop()
})

it('rejects connections without the password', async () => {
  const postgres = await start()
  const wrong = new URL(postgres.url)
  wrong.password = 'guessed'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  wrong.username = 'postgres'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  await postgres.stop()
})

it('ignores PG variables of the environment', async () => {
  vi.stubEnv('PGPORT', '5433')
  vi.stubEnv('PGHOST', 'db.example.com')
  vi.stubEnv('PGUSER', 'someone')
  vi.stubEnv('PGDATABASE', 'other')
  vi.stubEnv('PGSSLMODE', 'require')
  vi.stubEnv('PGSSLNEGOTIATION', 'direct')
  const postgres = await start()
  expect(await query(postgres.url, 'select current_user as role')).toEqual([{ role: 'solvane' }])
  await postgres.stop()
})

it('stays locked for other processes after its own asked whether it runs', async () => {
  const postgres = await start()
  expect(runningEmbeddedPostgres(dataDir)).toBe(postgres.url)
  const module = new URL('./embedded-postgres.ts', import.meta.url)
  const code = `const { runningEmbeddedPostgres } = await import(${JSON.stringify(module.href)})
    console.log(runningEmbeddedPostgres(process.argv[1]))`
  const seen = execFileSync(process.execPath, ['--input-type=module', '--eval', code, dataDir], {
    encoding: 'utf8',
  })
  expect(seen.trim()).toBe(postgres.url)
  await postgres.stop()
})

it('keeps its data, and rejects a second instance meanwhile', async () => {
  const first = await start()
  await query(first.url, 'create table kept as select 7 as number')
  await expect(start()).rejects.toThrow(/^Another copy of the shop is running on the data folder /)
  expect(runningEmbeddedPostgres(dataDir)).toBe(first.url)
  await first.stop()
  expect(runningEmbeddedPostgres(dataDir)).toBeUndefined()
  const second = await start()
  expect(await query(second.url, 'select number from kept')).toEqual([{ number: 7 }])
  await second.stop()
  expect(lines).toEqual(['Made a new, empty database'])
})

it('stops a PostgreSQL that was left behind, and takes over', async () => {
  await leaveBehind()
  const postgres = await start()
  expect(lines).toEqual(['Stopped the PostgreSQL of an earlier run that was killed'])
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await postgres.stop()
})

it('is not damaged by one left behind in a data folder removed since', async () => {
  await leaveBehind()
  const home = join(dataDir, 'postgres')
  const cluster = readdirSync(home).find((name) => name.startsWith('cluster-')) ?? ''
  const pidFile = readFileSync(join(home, cluster, 'postmaster.pid'), 'utf8')
  rmSync(home, { recursive: true, force: true })
  const first = await start()
  endIfRunning(Number.parseInt(pidFile, 10))
  expect(readdirSync(home)).not.toContain(cluster)
  await first.stop()
  const second = await start()
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await second.stop()
})

it('starts over after an interrupted first start', async () => {
  const unfinished = join(dataDir, 'postgres', 'cluster-0123456789ab.unfinished')
  mkdirSync(unfinished, { recursive: true })
  chmodSync(join(dataDir, 'postgres'), 0o711)
  writeFileSync(join(unfinished, 'PG_VERSION'), '18\n')
  const postgres = await start()
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await postgres.stop()
})

describe.skipIf(process.platform !== 'linux')('stopped while it starts', () => {
  let stopping: AbortController

  beforeEach(() => {
    stopping = new AbortController()
  })

  it('leaves no process if stopped while creating the database', async () => {
    const started = start(dataDir, stopping.signal)
    const end = started.catch((error: unknown) => error)
    await hasFile(/unfinished\/postgresql\.conf$/)
    stopping.abort()
    expect(await end).toBe(stopping.signal.reason)
    await nothingRuns()
  })

  it('starts no process if stopped right after creating the database', async () => {
    const started = startEmbeddedPostgres({
      dataDir,
      log: () => stopping.abort(),
      durability: 'throwaway',
      signal: stopping.signal,
    })
    expect(await started.catch((error: unknown) => error)).toBe(stopping.signal.reason)
    await nothingRuns()
  })

  it('leaves no process if stopped while the server starts', async () => {
    const started = start(dataDir, stopping.signal)
    // On a slow machine it may be ready before its file is seen.
    const end = started.then(
      (postgres) => postgres.stop(),
      () => {},
    )
    await hasFile(/^cluster-[0-9a-f]+\/postmaster\.pid$/)
    stopping.abort()
    await end
    await nothingRuns()
  })

  it('leaves no process if its parent exits without stopping it', async () => {
    await startElsewhere('process.exit()')
    await nothingRuns()
  })
})

it('finds a folder for its socket if the path of the data folder is long', async () => {
  const long = join(dataDir, 'a folder with a long name '.repeat(5))
  mkdirSync(long)
  const postgres = await start(long)
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await postgres.stop()
})

it('names the target if the data folder is a dangling link', async () => {
  const link = join(dataDir, 'link')
  symlinkSync(join(dataDir, 'nowhere'), link)
  await expect(start(link)).rejects.toThrow(
    /^The data folder .*link is a link to .*nowhere, which does not exist: /,
  )
})

it('names the version if another PostgreSQL wrote the data folder', async () => {
  const cluster = join(dataDir, 'postgres', 'cluster-0123456789ab')
  mkdirSync(cluster, { recursive: true })
  chmodSync(join(dataDir, 'postgres'), 0o711)
  writeFileSync(join(cluster, 'PG_VERSION'), '16\n')
  const failure = await start().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(EmbeddedPostgresError)
  expect(failure).toHaveProperty(
    'message',
    expect.stringMatching(
      /^The data folder was written by PostgreSQL 16 and this shop brings PostgreSQL 18/,
    ),
  )
})

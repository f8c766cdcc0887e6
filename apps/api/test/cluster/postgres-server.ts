import { appendFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { freePort } from '../crash/crash-assertions.ts'
import {
  isListening,
  makeFolder,
  pathOf,
  type RunningProgram,
  runProgram,
  startProgram,
} from './programs.ts'

/** A PostgreSQL server of Debian's packages, with an empty database `solvane`. */
export interface PostgresServer {
  port: number
  /** The address of its database, for the shop's role. */
  url: string
  /** Its data folder. */
  folder: string
  /** Runs a statement as the superuser. */
  query<Row extends pg.QueryResultRow>(text: string, database?: string): Promise<Row[]>
  /** Starts it again after `stop`. */
  start(): Promise<void>
  /** `immediate` ends it as a crash would. */
  stop(how?: 'fast' | 'immediate'): Promise<void>
  /** Stops it and removes its files. */
  close(): Promise<void>
}

const shopPassword = 'a-long-secret'

const program = (name: string) => join(dirname(pathOf('postgres')), name)

/** Starts a new server; the shop's role owns the database and is no superuser. */
export async function startPostgresServer(
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  const home = makeFolder('postgres')
  const folder = join(home.path, 'data')
  runProgram(program('initdb'), ['-D', folder, '-U', 'postgres', '-E', 'UTF8', '--no-sync'])
  appendFileSync(
    join(folder, 'pg_hba.conf'),
    'host all all 127.0.0.1/32 scram-sha-256\nhost replication all 127.0.0.1/32 trust\n',
  )
  const server = await openServer(folder, home, settings)
  await server.query(`create role solvane login password '${shopPassword}'`)
  await server.query('create database solvane owner solvane')
  return server
}

/** Starts a streaming replica of `primary`. */
export async function startReplica(
  primary: PostgresServer,
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  const home = makeFolder('replica')
  const folder = join(home.path, 'data')
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
  runProgram(program('pg_basebackup'), [...from, '-D', folder, '-R', '-c', 'fast', '--no-sync'])
  return openServer(folder, home, settings)
}

/** Starts a server on a data folder that another program made; `home` is removed with it. */
export async function openServer(
  folder: string,
  home: { path: string; remove(): void },
  settings: Record<string, string>,
): Promise<PostgresServer> {
  const port = await freePort()
  const socket = home.path
  const all = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socket,
    fsync: 'off',
    ...settings,
  }
  writeFileSync(
    join(folder, 'postgresql.auto.conf'),
    Object.entries(all)
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(''),
    { flag: 'a' },
  )
  let running: RunningProgram | undefined
  const socketUrl = (database: string) =>
    `postgresql://postgres@/${database}?host=${encodeURIComponent(socket)}&port=${port}`

  async function query<Row extends pg.QueryResultRow>(text: string, database = 'postgres') {
    const client = new pg.Client({ connectionString: socketUrl(database) })
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }

  async function start() {
    running = await startProgram(pathOf('postgres'), ['-D', folder], {
      isReady: async () =>
        (await isListening(port)) &&
        query('select 1').then(
          () => true,
          () => false,
        ),
    })
  }

  await start()
  return {
    port,
    url: `postgresql://solvane:${shopPassword}@127.0.0.1:${port}/solvane`,
    folder,
    query,
    start,
    stop: async (how = 'fast') => running?.stop(how === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    async close() {
      await running?.stop('SIGQUIT')
      home.remove()
    },
  }
}

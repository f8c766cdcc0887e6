import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../crash/crash-assertions.ts'
import type { PostgresServer } from './postgres-server.ts'
import { isListening, makeFolder, pathOf, startProgram } from './programs.ts'

export interface Pooler {
  /** The URL of the database by way of the pooler. */
  url: string
  close(): Promise<void>
}

/** Starts a PgBouncer before the database of `server`; in transaction mode by default. */
export async function startPgBouncer(
  server: PostgresServer,
  settings: Record<string, string> = {},
): Promise<Pooler> {
  const { path, remove } = makeFolder('pgbouncer')
  const port = await freePort()
  const url = new URL(server.url)
  const users = join(path, 'users.txt')
  const config = join(path, 'pgbouncer.ini')
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: 'transaction',
    default_pool_size: '10',
    max_client_conn: '200',
    ...settings,
  }
  writeFileSync(users, `"${url.username}" "${url.password}"\n`)
  writeFileSync(
    config,
    `[databases]\nsolvane = host=127.0.0.1 port=${server.port}\n[pgbouncer]\n${Object.entries(all)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join('')}`,
  )
  for (const file of [users, config]) chmodSync(file, 0o644)
  const running = await startProgram(pathOf('pgbouncer'), [config], {
    isReady: () => isListening(port),
  })
  url.port = String(port)
  return {
    url: url.href,
    async close() {
      await running.stop('SIGKILL')
      remove()
    },
  }
}

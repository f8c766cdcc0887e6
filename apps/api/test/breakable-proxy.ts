import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'

/** A proxy to the database whose connections can be broken. */
export interface BreakableProxy {
  /** The database's URL through the proxy. */
  url: string
  /** Closes all connections, and new ones until `restore`. */
  cut(): void
  /** Closes a connection that sends `text`, until `restore`. */
  cutAt(text: string): void
  /** Passes nothing on and closes nothing, as a lost network does, until `restore`. */
  silence(): void
  /** Passes no notification on, as a pooler in transaction mode does, until `restore`. */
  deafen(): void
  restore(): void
  /** The connections closed since the last `restore`. */
  refused(): number
  close(): Promise<void>
}

/** Opens a proxy to the database at `databaseUrl`; close it after its users. */
export async function openBreakableProxy(databaseUrl: string): Promise<BreakableProxy> {
  const { user, password, database, host, port } = new pg.Client({ connectionString: databaseUrl })
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const open = new Set<Socket>()
  let isCut = false
  let fatal: string | null = null
  let refused = 0
  let isSilent = false
  let isDeaf = false

  const server = createServer((near) => {
    // Errors are passed on by closing the other side.
    near.on('error', () => {})
    if (isCut) {
      refused += 1
      near.destroy()
      return
    }
    const far = connect(target)
    far.on('error', () => {})
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.once('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    far.on('data', (data) => {
      // A message that comes by itself begins with its type.
      if (!isDeaf || data.toString('latin1', 0, 1) !== 'A') near.write(data)
    })
    near.on('data', (data) => {
      if (isSilent) return
      if (fatal !== null && data.includes(fatal)) {
        refused += 1
        near.destroy()
      } else far.write(data)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(`postgres://127.0.0.1:${(server.address() as AddressInfo).port}/${database}`)
  url.username = user ?? ''
  url.password = password ?? ''
  const hangUp = () => {
    for (const socket of open) socket.destroy()
  }

  return {
    url: url.href,
    cut() {
      isCut = true
      hangUp()
    },
    cutAt(text) {
      fatal = text
    },
    silence() {
      isSilent = true
    },
    deafen() {
      isDeaf = true
    },
    restore() {
      isSilent = false
      isDeaf = false
      isCut = false
      fatal = null
      refused = 0
    },
    refused: () => refused,
    async close() {
      hangUp()
      server.close()
      await once(server, 'close')
    },
  }
}

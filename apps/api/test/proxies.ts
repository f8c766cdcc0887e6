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

/** The ways in which a server fails its clients. */
export const failures = [
  'refuses connections',
  'says it is unavailable',
  'is answered for by a gateway',
  'never answers',
  'resets the connection',
  'stops in the middle of its answer',
  'falls silent in the middle of its answer',
] as const

export type Failure = (typeof failures)[number]

/** A proxy to a local server that can fail and recover, always on the same port. */
export interface FailingProxy {
  port: number
  /** Closes open connections, and fails new ones; null recovers. */
  fail(how: Failure | null): Promise<void>
  /** The most connections that were open at the same time. */
  mostAtOnce(): number
  close(): Promise<void>
}

const httpUnavailable =
  'HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: 37\r\nconnection: close\r\n\r\n{"error":{"message":"Not available"}}\n'

/** A gateway's own response: JSON, but not from the server behind it. */
const gatewayError =
  'HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: 27\r\nconnection: close\r\n\r\n{"message":"No upstream."}\n'

/**
 * Opens a proxy to the server at `target`, which speaks HTTP, or sends first: then its greeting is
 * replaced by `greeting`, which reports that it is unavailable.
 */
export async function openFailingProxy(target: number, greeting?: string): Promise<FailingProxy> {
  const open = new Set<Socket>()
  let failure: Failure | null = null
  let mostAtOnce = 0

  /** Runs `work` when the server would respond. */
  function whenItsTurn(near: Socket, work: () => unknown): void {
    if (greeting === undefined) near.once('data', work)
    else work()
  }

  const server = createServer((near) => {
    open.add(near)
    mostAtOnce = Math.max(mostAtOnce, open.size)
    near.once('close', () => open.delete(near)).on('error', () => {})
    if (failure === 'never answers') near.resume()
    else if (failure === 'resets the connection') whenItsTurn(near, () => near.resetAndDestroy())
    else if (failure === 'says it is unavailable')
      whenItsTurn(near, () => near.end(greeting ?? httpUnavailable))
    else if (failure === 'is answered for by a gateway')
      whenItsTurn(near, () => near.end(greeting ?? gatewayError))
    else pass(near)
  })

  function pass(near: Socket): void {
    const far = connect(target, '127.0.0.1')
    far.on('error', () => {}).once('close', () => near.destroy())
    near.once('close', () => far.destroy())
    near.pipe(far)
    if (failure === null) {
      far.pipe(near)
      return
    }
    const isSilent = failure === 'falls silent in the middle of its answer'
    far.once('data', (data) => {
      near.write(data.subarray(0, data.length / 2), () => {
        if (!isSilent) near.destroy()
      })
    })
  }

  async function shut(): Promise<void> {
    for (const socket of open) socket.destroy()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    async fail(how) {
      await shut()
      failure = how
      mostAtOnce = 0
      if (how !== 'refuses connections') await once(server.listen(port, '127.0.0.1'), 'listening')
    },
    mostAtOnce: () => mostAtOnce,
    close: shut,
  }
}

import { createAdapter } from '@socket.io/postgres-adapter'
import type { ClientEvents, ServerEvents } from '@solvane/contract/realtime'
import type { Pool, PoolClient } from 'pg'
import { type DefaultEventsMap, Server } from 'socket.io'
import { createBatcher } from '../database/batch.ts'
import { openDatabase } from '../database/database.ts'

/** The account of a socket. */
export interface SocketOwner {
  userId: string
  sessionId: string
}

/** The data of a socket. */
export interface SocketData {
  /** Null for a guest. */
  owner: SocketOwner | null
  /** The client's network, for limits (`networkOf`). */
  network: string
}

export type SocketServer = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>
export type ShopSocket = Parameters<Parameters<SocketServer['use']>[0]>[0]

export interface Realtime {
  /**
   * Publishes an event to every open page of an account, in any process. Call it after the commit:
   * it does not wait, and pages that miss it load the data again when they reconnect.
   */
  publishToUser<Event extends keyof ServerEvents>(
    userId: string,
    event: Event,
    ...payload: Parameters<ServerEvents[Event]>
  ): void
  /** Publishes to all sockets in any of `rooms`; each receives it once. */
  publishToRooms<Event extends keyof ServerEvents>(
    rooms: string[],
    event: Event,
    ...payload: Parameters<ServerEvents[Event]>
  ): void
  /** The server to which `serveSockets` attaches sockets. */
  io: SocketServer
  close(): Promise<void>
}

/** One connection listens and one notifies, so that publishing never waits for the shop's own pool. */
const poolSize = 2

/** How long a connection may stay open before it authenticates. */
const anonymousMilliseconds = 10_000

/** How long messages that are too long for a notification are stored for the other processes. */
const keptMilliseconds = 60_000

/** The room of an account's sockets. */
export function roomOf(userId: string): string {
  return `user:${userId}`
}

/**
 * Opens the rooms that all processes on the database at `url` share through PostgreSQL's NOTIFY. A
 * process that serves no sockets can still publish to them.
 */
export function openRealtime(url: string, onError: (error: Error) => void): Realtime {
  // Events are worthless after a crash, so notifications need not wait for the disk.
  const db = openDatabase({
    name: 'realtime',
    url,
    poolSize,
    onIdleError: onError,
    waitsForDisk: false,
  })
  const { forAdapter, release } = lendForListening(db.pool, onError)
  const io: SocketServer = new Server({
    serveClient: false,
    connectTimeout: anonymousMilliseconds,
    adapter: createAdapter(forAdapter, {
      tableName: 'socket_io_attachments',
      cleanupInterval: keptMilliseconds,
      errorHandler: onError,
    }),
  })
  return {
    io,
    publishToUser: (userId, event, ...payload) =>
      void io.to(roomOf(userId)).emit(event, ...payload),
    publishToRooms: (rooms, event, ...payload) => void io.to(rooms).emit(event, ...payload),
    async close() {
      await io.sockets.adapter.close()
      await release()
      await db.close()
    },
  }
}

/**
 * A pool for Socket.IO's PostgreSQL adapter. The adapter listens with a connection that it neither
 * watches nor returns when it breaks: with a plain pool a restart of the database would end the
 * process or exhaust the pool, and the pool could not be closed. So it is lent one connection at a
 * time.
 *
 * The adapter also waits for PostgreSQL before it serves its own sockets, and sends each
 * notification in its own transaction, which makes all others wait. Here a notification resolves at
 * once, and those that arrive meanwhile are sent together.
 */
export interface ListeningPool {
  /** For `createAdapter`. */
  forAdapter: Pool
  /**
   * Takes the adapter's connection back once all notifications are sent; `pool` can then be closed.
   */
  release(): Promise<void>
}

/** The adapter's query for a notification with a channel and a payload. */
const oneNotice = 'SELECT pg_notify($1, $2)'
const manyNotices =
  'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as notice (channel, payload)'

interface Notice {
  channel: string
  payload: string
}

/**
 * Lends connections of `pool`; reports broken ones, and notifications that could not be sent, to
 * `onError`.
 */
export function lendForListening(pool: Pool, onError: (error: Error) => void): ListeningPool {
  let lent: PoolClient | undefined
  let isConnecting = false
  let isOver = false
  pool.on('release', (_error, client) => {
    if (client === lent) lent = undefined
  })

  async function connect(): Promise<PoolClient> {
    // An error would only make it retry.
    if (isOver || isConnecting) return new Promise(() => {})
    // The adapter connects twice if a connection breaks while it starts to listen: the first is
    // abandoned.
    lent?.removeAllListeners('end')
    giveBack()
    isConnecting = true
    const client = await pool.connect().finally(() => {
      isConnecting = false
    })
    lent = client
    const release = client.release.bind(client)
    // The adapter may return it once more after it broke.
    client.release = (error) => client === lent && release(error)
    client.on('error', onError)
    client.once('end', () => client === lent && giveBack())
    if (!isOver) return client
    giveBack()
    return new Promise(() => {})
  }

  function giveBack() {
    lent?.release(true)
  }

  const notify = createBatcher({
    async runBatch(notices: Notice[]) {
      const channels = notices.map(({ channel }) => channel)
      const payloads = notices.map(({ payload }) => payload)
      await pool.query({ name: 'notices', text: manyNotices, values: [channels, payloads] })
      return channels
    },
  })
  let lastNotice: Promise<unknown> = Promise.resolve()

  async function query(text: string, values: string[]): Promise<unknown> {
    if (text !== oneNotice) return pool.query(text, values)
    const [channel = '', payload = ''] = values
    lastNotice = notify({ channel, payload }).catch(onError)
    return undefined
  }

  return {
    forAdapter: { query, connect } as unknown as Pool,
    async release() {
      await lastNotice
      isOver = true
      giveBack()
    },
  }
}

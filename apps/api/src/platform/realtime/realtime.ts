import { createAdapter } from '@socket.io/postgres-adapter'
import type { ClientEvents, ServerEvents } from '@solvane/contract/realtime'
import { type DefaultEventsMap, Server } from 'socket.io'
import { openDatabase } from '../database/database.ts'
import { lendForListening } from './adapter-pool.ts'

/** The account of a socket. */
export interface SocketOwner {
  userId: string
  sessionId: string
}

/** The data of a socket. */
export interface SocketData {
  /** Null for a guest. */
  owner: SocketOwner | null
  /** Its network, for limits (`networkOf`). */
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

/** One connection listens, one notifies: publishing never waits for the shop's own pool. */
const poolSize = 2

/** How long a connection may stay open before it authenticates. */
const anonymousMilliseconds = 10_000

/** How long messages that are too long for a notification are kept for the other processes. */
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

import { createAdapter } from '@socket.io/postgres-adapter'
import type { ClientEvents, ServerEvents } from '@solvane/contract/realtime'
import { type DefaultEventsMap, Server } from 'socket.io'
import { openDatabase } from '../database/database.ts'
import { lendForListening } from './adapter-pool.ts'

/** Whose a socket is. */
export interface SocketOwner {
  userId: string
  sessionId: string
}

/** What is known of a socket. */
export interface SocketData {
  /** Null for a guest. */
  owner: SocketOwner | null
  /** Where it comes from, for limits (`networkOf`). */
  network: string
}

export type SocketServer = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>
export type ShopSocket = Parameters<Parameters<SocketServer['use']>[0]>[0]

export interface Realtime {
  /**
   * Publishes an event to every open page of an account, in any process. Call it after the commit: it
   * waits for nothing, and a page that was not reached reads again when it reconnects.
   */
  publishToUser<Event extends keyof ServerEvents>(
    userId: string,
    event: Event,
    ...payload: Parameters<ServerEvents[Event]>
  ): void
  /** The same for all sockets in any of `rooms`; each receives it once. */
  publishToRooms<Event extends keyof ServerEvents>(
    rooms: string[],
    event: Event,
    ...payload: Parameters<ServerEvents[Event]>
  ): void
  /** The rooms that `serveSockets` lets sockets into. */
  io: SocketServer
  close(): Promise<void>
}

/** One connection listens, one notifies: publishing never waits for the shop's own pool. */
const poolSize = 2

/** How long a connection may stay open without saying whose it is. */
const anonymousMilliseconds = 10_000

/** How long messages too long for a notice are kept for the other processes to read. */
const keptMilliseconds = 60_000

/** The room of an account's sockets. */
export function roomOf(userId: string): string {
  return `user:${userId}`
}

/**
 * Opens the rooms that every process of the database at `url` shares, by PostgreSQL's NOTIFY. A
 * process that serves no sockets can still publish to them.
 */
export function openRealtime(url: string, onError: (error: Error) => void): Realtime {
  // Events are worthless after a crash: no notice need wait for the disk.
  const db = openDatabase({ url, poolSize, onIdleError: onError, waitsForDisk: false })
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

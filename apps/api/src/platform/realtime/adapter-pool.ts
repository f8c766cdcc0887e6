import type { Pool, PoolClient } from 'pg'
import { gather } from '../database/batch.ts'

/**
 * A pool as Socket.IO's PostgreSQL adapter needs it. The adapter listens with a connection that it
 * neither watches nor gives back when it breaks: with a plain pool a restart of the database would
 * end the process, or leave the pool without connections, and a pool in use could not be closed. It is
 * lent one at a time.
 *
 * It also tells the sockets of its own process only once PostgreSQL has the notice for the others, and each
 * notice in a transaction of its own, which makes all others wait. Here a notice is done with as soon as it is
 * given, and those that come while others are under way are sent together.
 */
export interface ListeningPool {
  /** For `createAdapter`. */
  forAdapter: Pool
  /** Takes back what the adapter holds, once all its notices are sent; `pool` can then be closed. */
  release(): Promise<void>
}

/** What the adapter notifies with, of a channel and a payload. */
const oneNotice = 'SELECT pg_notify($1, $2)'
const manyNotices =
  'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as notice (channel, payload)'

interface Notice {
  channel: string
  payload: string
}

/** Lends connections of `pool`; tells `onError` of those that break, and of notices that could not be sent. */
export function lendForListening(pool: Pool, onError: (error: Error) => void): ListeningPool {
  let lent: PoolClient | undefined
  let isConnecting = false
  let isOver = false
  pool.on('release', (_error, client) => {
    if (client === lent) lent = undefined
  })

  async function connect(): Promise<PoolClient> {
    // A refusal would only be tried again.
    if (isOver || isConnecting) return new Promise(() => {})
    // The adapter tries twice when a connection breaks as it begins to listen: the first is of no use any more.
    lent?.removeAllListeners('end')
    giveBack()
    isConnecting = true
    const client = await pool.connect().finally(() => {
      isConnecting = false
    })
    lent = client
    client.on('error', onError)
    client.once('end', () => client === lent && giveBack())
    if (!isOver) return client
    giveBack()
    return new Promise(() => {})
  }

  function giveBack() {
    lent?.release(true)
  }

  const notify = gather({
    async together(notices: Notice[]) {
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

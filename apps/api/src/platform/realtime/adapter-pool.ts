import type { Pool, PoolClient } from 'pg'
import { createBatcher } from '../database/batch.ts'

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

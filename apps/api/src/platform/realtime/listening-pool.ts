import type { Pool, PoolClient } from 'pg'

/**
 * A pool as Socket.IO's PostgreSQL adapter needs it. The adapter listens with a connection that it
 * neither watches nor gives back when it breaks: with a plain pool a restart of the database would
 * end the process, or leave the pool without connections, and a pool in use could not be closed.
 */
export interface ListeningPool {
  /** For `createAdapter`. */
  forAdapter: Pool
  /** Takes back what the adapter holds; `pool` can then be closed. */
  release(): void
}

/** Lends connections of `pool`; tells `onError` of those that break. */
export function lendForListening(pool: Pool, onError: (error: Error) => void): ListeningPool {
  const lent = new Set<PoolClient>()
  let isOver = false
  pool.on('release', (_error, client) => lent.delete(client))

  async function connect(): Promise<PoolClient> {
    const client = isOver ? undefined : await pool.connect()
    if (isOver || !client) {
      client?.release(true)
      // A refusal would only be tried again.
      return new Promise(() => {})
    }
    lent.add(client)
    client.on('error', onError)
    client.once('end', () => giveBack(client))
    return client
  }

  function giveBack(client: PoolClient) {
    if (lent.has(client)) client.release(true)
  }

  return {
    forAdapter: { query: pool.query.bind(pool), connect } as Pool,
    release() {
      isOver = true
      for (const client of lent) giveBack(client)
    },
  }
}

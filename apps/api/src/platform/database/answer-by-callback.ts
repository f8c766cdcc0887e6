import type pg from 'pg'

type Done = (error: Error | null, result: pg.QueryResult) => void
type Query = (config: unknown, values: unknown, done?: Done) => unknown

/**
 * Has a connection give its answers to a callback that each query has from the start, and makes the promise
 * around it. A query that pg makes a promise of is given its callback later; V8's collections of young
 * objects then keep the rows of every answer until a full one: half the time spent on a cold list.
 */
export function answerByCallback(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query
  const ask: Query = (config, values, done) => {
    if (done || typeof values === 'function') return query(config, values, done)
    return new Promise((resolve, reject) => {
      query(config, values, (error, result) => (error ? reject(error) : resolve(result)))
    }).catch((error: Error) => {
      // From here on it leads back to who asked, not to the socket.
      Error.captureStackTrace(error)
      throw error
    })
  }
  client.query = ask as typeof client.query
}

import pg from 'pg'

type Done = (error: Error | null, result: pg.QueryResult) => void

/**
 * A connection that gives each query its callback from the start, and makes the promise around it. Where pg
 * makes the promise, the query gets its callback later, and V8's collections of young objects then keep the
 * rows of every answer until a full one.
 */
export class CallbackClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's own signatures say what comes and goes
  override query(config: any, values?: any, done?: any): any {
    const ask = (callback: Done) => Reflect.apply(super.query, this, [config, values, callback])
    if (done || typeof values === 'function' || 'submit' in Object(config)) return ask(done)
    return new Promise((resolve, reject) => {
      ask((error, result) => (error ? reject(error) : resolve(result)))
    }).catch((error: Error) => {
      // From here on it leads back to who asked, not to the socket.
      Error.captureStackTrace(error)
      throw error
    })
  }
}

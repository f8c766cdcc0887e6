import type pg from 'pg'
import { isStatementRefused } from './failures.ts'

/** A connection, and how many wait for answers on it. */
interface Shared {
  client: Promise<pg.PoolClient>
  users: number
  isBroken: boolean
}

/** Reads on connections that many use at once. */
export class SharedConnections {
  readonly #pool: pg.Pool
  readonly #most: number
  readonly #open = new Set<Shared>()

  /** Takes at most `most` connections of a pool whose connections send without waiting (`pipeline`). */
  constructor(pool: pg.Pool, most: number) {
    this.#pool = pool
    this.#most = most
  }

  /** The answer to one statement; others may be sent before it has come. One that is refused leaves them be. */
  async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]> {
    const shared = this.#join()
    try {
      const client = await shared.client
      const { rows } = await client.query<Row>(statement)
      return rows
    } catch (error) {
      if (!isStatementRefused(error)) this.#forget(shared)
      throw error
    } finally {
      this.#leave(shared)
    }
  }

  /** The connection with the fewest users: a new one as long as there may be more and all are in use. */
  #join(): Shared {
    let calmest: Shared | undefined
    for (const shared of this.#open) {
      if (!calmest || shared.users < calmest.users) calmest = shared
    }
    if (!calmest || this.#open.size < this.#most) {
      calmest = { client: this.#pool.connect(), users: 0, isBroken: false }
      this.#open.add(calmest)
    }
    calmest.users += 1
    return calmest
  }

  /** Gives a connection back when nobody waits for it any more. */
  #leave(shared: Shared): void {
    shared.users -= 1
    if (shared.users > 0) return
    this.#open.delete(shared)
    shared.client.then(
      (client) => client.release(shared.isBroken),
      () => {},
    )
  }

  /** Nobody else joins it. */
  #forget(shared: Shared): void {
    shared.isBroken = true
    this.#open.delete(shared)
  }
}

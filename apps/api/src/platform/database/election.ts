import type pg from 'pg'

/** How often a process that was not elected tries again, in milliseconds. */
const electionMilliseconds = 2_000

/** The connection that the lock of an election belongs to. */
interface Connection {
  /** Undefined during an outage of the database. */
  client(): pg.Client | undefined
  onConnection(listener: (isConnected: boolean) => void): void
}

/**
 * Tries until this process holds the lock `number`, and calls `listener` with true then; with false when
 * the connection is lost, and the lock with it. Returns a function that ends the attempts.
 */
export function elect(
  { client, onConnection }: Connection,
  number: number,
  listener: (isElected: boolean) => void,
): () => void {
  let elected: pg.Client | undefined
  async function tryToLead() {
    const mine = client()
    if (!mine || elected === mine) return
    const { rows } = await mine.query<{ is_mine: boolean }>(
      'select pg_try_advisory_lock($1) as is_mine',
      [number],
    )
    if (!rows[0]?.is_mine || mine !== client()) return
    elected = mine
    listener(true)
  }
  // A failed attempt is repeated; a lost connection is reported to `onConnection`.
  const next = () => void tryToLead().catch(() => {})
  onConnection((isConnected) => {
    if (!isConnected && elected) {
      elected = undefined
      listener(false)
    }
  })
  const timer = setInterval(next, electionMilliseconds).unref()
  next()
  return () => clearInterval(timer)
}

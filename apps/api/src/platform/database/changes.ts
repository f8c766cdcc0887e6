import type pg from 'pg'
import { trackListener } from '../metrics/metrics.ts'
import { createClient } from './hosts.ts'

/**
 * The subject of a change, so that exactly the answers that show it are dropped. Functions and triggers
 * of `database/functions` publish these tags: a product's card and page (by id), the list of a
 * category, the prices and stock in it (both by the category's identifier), the category tree, the
 * words of the search, texts; `catalogue` is everything but texts. `picture` is an uploaded picture
 * that was removed. `user` is what is cached of an account's sessions, `keys` are those that sign
 * tokens, `schedule` is when products enter and leave the shop by themselves.
 */
export type ChangeTag =
  | 'catalogue'
  | 'content'
  | 'keys'
  | 'schedule'
  | 'search'
  | 'tree'
  | `facts:${string}`
  | `list:${string}`
  | `picture:${string}`
  | `product:${string}`
  | `user:${string}`

/** Whether answers cached for everyone may depend on the change; none depends on an account. */
export function concernsAnswers(tag: ChangeTag | null): boolean {
  return tag !== 'keys' && tag !== 'schedule' && !tag?.startsWith('user:')
}

export interface Changes {
  /**
   * Calls `listener` with each tag; with null after a lost connection, when anything may have
   * changed.
   */
  onChange(listener: (tag: ChangeTag | null) => void): void
  /** Calls `listener` with false when the connection is lost, and with true once it is back. */
  onConnection(listener: (isConnected: boolean) => void): void
  /** Whether changes are received now. */
  isConnected(): boolean
  /**
   * Elects one of the processes that receive changes and call this with the same number: `listener` is
   * called with true where it becomes this one, and with false where it loses its connection. Another
   * takes over then within seconds; it may have missed changes of the time between.
   */
  elect(number: number, listener: (isElected: boolean) => void): void
  /**
   * Publishes a committed change that no trigger publishes: to this process at once, to the others
   * shortly after and in batches, because a NOTIFY makes other commits wait.
   */
  publish(tags: readonly ChangeTag[]): void
  /**
   * Resolves once this process has received everything committed before the call; at once without a
   * connection, because cached answers are not relied on then. A connection that does not answer
   * within two seconds is replaced.
   */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** The pause between attempts to reconnect doubles each time. */
const shortestPauseMilliseconds = 100
const longestPauseMilliseconds = 5_000

/** The timeout of the database; then it is retried. */
const timeoutMilliseconds = 10_000

/** How long a caller waits for earlier commits to be received, in milliseconds. */
const catchUpMilliseconds = 2_000

/**
 * Lets the server notice within half a minute that the machine of a session is gone: until then the
 * session keeps its locks. It has no effect on connections through a socket file.
 */
const keepAlive =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

/** Published changes are collected for this long. */
const collectMilliseconds = 100

/**
 * Listens for committed writes of any process: PostgreSQL's `NOTIFY changes`, sent by the triggers
 * of `database/functions`. Reconnects automatically and logs the reason once. Resolves once it
 * listens.
 */
export async function listenForChanges(url: string, log: (error: Error) => void): Promise<Changes> {
  const listeners: ((tag: ChangeTag | null) => void)[] = []
  const connectionListeners: ((isConnected: boolean) => void)[] = []
  /** The connection that listens; undefined during an outage of the database. */
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let lastFailure = ''
  const pending = new Set<ChangeTag>()
  const endElections: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  /** One query at a time; callers during a query share the next one. */
  let lastAnswer = Promise.resolve()
  let nextAnswer: Promise<void> | undefined

  function notifyListeners(tag: ChangeTag | null) {
    for (const listener of listeners) listener(tag)
  }

  function notifyConnection(isConnected: boolean) {
    for (const listener of connectionListeners) listener(isConnected)
    notifyListeners(null)
  }

  async function connect() {
    const mine = createClient(url, {
      connectionTimeoutMillis: timeoutMilliseconds,
      keepAlive: true,
      keepAliveInitialDelayMillis: timeoutMilliseconds,
    })
    let session: number | undefined
    mine.on('notification', ({ payload, processId }) => {
      // This process has handled its own changes already.
      if (processId !== session) notifyListeners(payload as ChangeTag)
    })
    // Until it listens, errors are reported to the caller of `connect`.
    mine.on('error', (error) => mine === client && log(error))
    mine.on('end', () => mine === client && lose())
    try {
      await mine.connect()
      const { rows } = await mine.query<{ session: number }>('select pg_backend_pid() as session')
      session = rows[0]?.session
      await mine.query(keepAlive)
      await mine.query('listen changes')
    } catch (error) {
      drop(mine)
      throw error
    }
    if (closed) return drop(mine)
    client = mine
    lastFailure = ''
    notifyConnection(true)
    if (pending.size > 0) addPending([])
  }

  function lose() {
    client = undefined
    if (closed) return
    notifyConnection(false)
    reconnectAfter(shortestPauseMilliseconds)
  }

  /** The only retry: a failed attempt schedules the next. */
  function reconnectAfter(pause: number) {
    retry = setTimeout(async () => {
      await connect().catch((error: Error) => {
        if (error.message !== lastFailure) log(error)
        lastFailure = error.message
        if (!closed) reconnectAfter(Math.min(pause * 2, longestPauseMilliseconds))
      })
    }, pause)
  }

  async function sendPending() {
    clearTimeout(timer)
    timer = undefined
    // Without a connection the changes stay pending: if they were lost, other processes would keep
    // outdated answers.
    if (pending.size === 0 || !client) return
    const tags = [...pending]
    pending.clear()
    await client
      .query("select pg_notify('changes', tag) from unnest($1::text[]) tag", [tags])
      .catch((error: Error) => {
        log(error)
        if (!closed) addPending(tags)
      })
  }

  /** PostgreSQL sends notifications of earlier commits before it answers the next query. */
  async function ask() {
    const mine = client
    try {
      // The types of pg lack the timeout.
      await mine?.query({ text: 'select', query_timeout: catchUpMilliseconds } as pg.QueryConfig)
    } catch (error) {
      log(error as Error)
      if (mine !== client || !mine) return
      // The connection hangs: it may have missed changes.
      drop(mine)
      lose()
    }
  }

  function addPending(tags: readonly ChangeTag[]) {
    for (const tag of tags) pending.add(tag)
    timer ??= setTimeout(sendPending, collectMilliseconds)
  }

  function onConnection(listener: (isConnected: boolean) => void) {
    connectionListeners.push(listener)
  }

  await connect()
  const untrack = trackListener('changes', () => client !== undefined)
  return {
    onChange: (listener) => listeners.push(listener),
    onConnection,
    isConnected: () => client !== undefined,
    elect(number, listener) {
      endElections.push(elect({ client: () => client, onConnection }, number, listener))
    },
    publish(tags) {
      for (const tag of tags) notifyListeners(tag)
      addPending(tags)
    },
    catchUp() {
      nextAnswer ??= lastAnswer.then(() => {
        nextAnswer = undefined
        lastAnswer = ask()
        return lastAnswer
      })
      return nextAnswer
    },
    async close() {
      closed = true
      untrack()
      clearTimeout(retry)
      for (const end of endElections) end()
      await sendPending()
      await client?.end()
    },
  }
}

/** Ends an abandoned connection, whatever state it is in. */
function drop(client: pg.Client): void {
  client.removeAllListeners()
  client.on('error', () => {})
  client.end().catch(() => {})
}

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

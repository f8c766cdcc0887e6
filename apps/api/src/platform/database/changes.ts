import pg from 'pg'

/**
 * What a change concerns, so that the answers that show it are dropped and no others.
 * Triggers publish them (`publish_*` in the migrations): a product's card and page (by id), what a category lists, the prices
 * and stock of what it lists (both by the category's identifier), the categories themselves, the words that
 * search knows, texts; `catalogue` stands for all but texts. `user` is what is known of an account's sessions.
 */
export type ChangeTag =
  | 'catalogue'
  | 'content'
  | 'search'
  | 'tree'
  | `facts:${string}`
  | `list:${string}`
  | `product:${string}`
  | `user:${string}`

/** Whether answers that are kept for everyone may show what changed; an account is in none of them. */
export function concernsAnswers(tag: ChangeTag | null): boolean {
  return !tag?.startsWith('user:')
}

export interface Changes {
  /** Calls `listener` with each tag; with null after a lost connection, when anything may have changed. */
  onChange(listener: (tag: ChangeTag | null) => void): void
  /**
   * Announces a committed change that no trigger announces: to this process at once, to the others within a
   * moment and of many changes together, because a notice makes other commits wait.
   */
  announce(tags: readonly ChangeTag[]): void
  close(): Promise<void>
}

/** Between a failure and the next try to listen: twice as long each time. */
const shortestPauseMilliseconds = 100
const longestPauseMilliseconds = 5_000

/** A database that does not answer in time is tried again later. */
const patienceMilliseconds = 10_000

/** Announcements are collected for so long. */
const gatheringMilliseconds = 100

/**
 * Listens for committed writes by any process: PostgreSQL's `NOTIFY changes` (sent by the triggers of
 * `database/functions`). Reconnects by itself and logs the reason once. Resolves once it listens.
 */
export async function listenForChanges(url: string, log: (error: Error) => void): Promise<Changes> {
  const listeners: ((tag: ChangeTag | null) => void)[] = []
  /** The one connection that listens; none while there is no way to the database. */
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let lastFailure = ''
  const announced = new Set<ChangeTag>()
  let gathering: NodeJS.Timeout | undefined

  function tell(tag: ChangeTag | null) {
    for (const listener of listeners) listener(tag)
  }

  async function connect() {
    const mine = new pg.Client({
      connectionString: url,
      options: '-c timezone=UTC',
      connectionTimeoutMillis: patienceMilliseconds,
      keepAlive: true,
      keepAliveInitialDelayMillis: patienceMilliseconds,
    })
    let session: number | undefined
    mine.on('notification', ({ payload, processId }) => {
      // What was announced here has been told here.
      if (processId !== session) tell(payload as ChangeTag)
    })
    // Before it listens, whoever connects hears of it.
    mine.on('error', (error) => mine === client && log(error))
    mine.on('end', () => mine === client && lose())
    try {
      await mine.connect()
      const { rows } = await mine.query<{ session: number }>('select pg_backend_pid() as session')
      session = rows[0]?.session
      await mine.query('listen changes')
    } catch (error) {
      drop(mine)
      throw error
    }
    if (closed) return drop(mine)
    client = mine
    lastFailure = ''
    tell(null)
    if (announced.size > 0) gather([])
  }

  function lose() {
    client = undefined
    if (closed) return
    tell(null)
    reconnectAfter(shortestPauseMilliseconds)
  }

  /** Nothing else retries: a try that fails is followed by one. */
  function reconnectAfter(pause: number) {
    retry = setTimeout(async () => {
      await connect().catch((error: Error) => {
        if (error.message !== lastFailure) log(error)
        lastFailure = error.message
        if (!closed) reconnectAfter(Math.min(pause * 2, longestPauseMilliseconds))
      })
    }, pause)
  }

  async function sendAnnounced() {
    clearTimeout(gathering)
    gathering = undefined
    // Else said once there is a connection: the others must not go on showing what was.
    if (announced.size === 0 || !client) return
    const tags = [...announced]
    announced.clear()
    await client
      .query("select pg_notify('changes', tag) from unnest($1::text[]) tag", [tags])
      .catch((error: Error) => {
        log(error)
        if (!closed) gather(tags)
      })
  }

  function gather(tags: readonly ChangeTag[]) {
    for (const tag of tags) announced.add(tag)
    gathering ??= setTimeout(sendAnnounced, gatheringMilliseconds)
  }

  await connect()
  return {
    onChange: (listener) => listeners.push(listener),
    announce(tags) {
      for (const tag of tags) tell(tag)
      gather(tags)
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await sendAnnounced()
      await client?.end()
    },
  }
}

/** Ends a connection that nobody uses any more, whatever state it is in. */
function drop(client: pg.Client): void {
  client.removeAllListeners()
  client.on('error', () => {})
  client.end().catch(() => {})
}

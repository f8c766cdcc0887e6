import pg from 'pg'

/**
 * What a process may have cached of the database: everything of a kind, one product's pages, or
 * what is known of one account's sessions.
 */
export type ChangeTag = 'catalogue' | 'content' | `product:${string}` | `user:${string}`

/** Whether answers that are kept for everyone may show what changed; an account is in none of them. */
export function concernsAnswers(tag: ChangeTag | null): boolean {
  return !tag?.startsWith('user:')
}

export interface Changes {
  /** Calls `listener` with each tag; with null after a lost connection, when anything may have changed. */
  onChange(listener: (tag: ChangeTag | null) => void): void
  /**
   * Tells of a committed change that no trigger tells of: this process at once, the others within a
   * moment and of many changes together, because a notice makes other commits wait.
   */
  announce(tags: readonly ChangeTag[]): void
  close(): Promise<void>
}

const longestPauseMilliseconds = 5_000

/** How long announcements are gathered. */
const gatheringMilliseconds = 100

/**
 * Hears of committed writes by any process: PostgreSQL's `NOTIFY changes` (sent by the triggers of
 * the migrations). Reconnects by itself. Resolves once it listens.
 */
export async function listenForChanges(url: string, log: (error: Error) => void): Promise<Changes> {
  const listeners: ((tag: ChangeTag | null) => void)[] = []
  let client: pg.Client
  let closed = false
  let retry: NodeJS.Timeout | undefined
  const announced = new Set<ChangeTag>()
  let gathering: NodeJS.Timeout | undefined

  function tell(tag: ChangeTag | null) {
    for (const listener of listeners) listener(tag)
  }

  async function connect() {
    client = new pg.Client({ connectionString: url, options: '-c timezone=UTC', keepAlive: true })
    const mine = client
    let session: number | undefined
    mine.on('notification', ({ payload, processId }) => {
      // What was announced here has been told here.
      if (processId !== session) tell(payload as ChangeTag)
    })
    mine.on('error', log)
    mine.on('end', () => {
      if (!closed && mine === client) reconnect(100)
    })
    await mine.connect()
    const { rows } = await mine.query<{ session: number }>('select pg_backend_pid() as session')
    session = rows[0]?.session
    await mine.query('listen changes')
    tell(null)
  }

  function reconnect(pause: number) {
    tell(null)
    retry = setTimeout(() => {
      connect().catch((error: Error) => {
        log(error)
        if (!closed) reconnect(Math.min(pause * 2, longestPauseMilliseconds))
      })
    }, pause)
  }

  async function sendAnnounced() {
    clearTimeout(gathering)
    gathering = undefined
    if (announced.size === 0) return
    const tags = [...announced]
    announced.clear()
    await client
      .query("select pg_notify('changes', tag) from unnest($1::text[]) tag", [tags])
      .catch((error: Error) => {
        log(error)
        // Said again once there is a connection: the others must not go on showing what was.
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
      await client.end()
    },
  }
}

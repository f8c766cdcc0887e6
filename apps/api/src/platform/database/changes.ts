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
  close(): Promise<void>
}

const longestPauseMilliseconds = 5_000

/**
 * Hears of committed writes by any process: PostgreSQL's `NOTIFY changes` (sent by the triggers of
 * the migrations). Reconnects by itself. Resolves once it listens.
 */
export async function listenForChanges(url: string, log: (error: Error) => void): Promise<Changes> {
  const listeners: ((tag: ChangeTag | null) => void)[] = []
  let client: pg.Client
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function connect() {
    client = new pg.Client({ connectionString: url, keepAlive: true })
    const mine = client
    mine.on('notification', ({ payload }) => {
      for (const listener of listeners) listener(payload as ChangeTag)
    })
    mine.on('error', log)
    mine.on('end', () => {
      if (!closed && mine === client) reconnect(100)
    })
    await mine.connect()
    await mine.query('listen changes')
    for (const listener of listeners) listener(null)
  }

  function reconnect(pause: number) {
    for (const listener of listeners) listener(null)
    retry = setTimeout(() => {
      connect().catch((error: Error) => {
        log(error)
        if (!closed) reconnect(Math.min(pause * 2, longestPauseMilliseconds))
      })
    }, pause)
  }

  await connect()
  return {
    onChange: (listener) => listeners.push(listener),
    async close() {
      closed = true
      clearTimeout(retry)
      await client.end()
    },
  }
}

import pg from 'pg'

/** How long one host may take to say whether it is a primary or a standby. */
const probeMilliseconds = 3_000

/**
 * With one of these values of libpq's `target_session_attrs` a standby will do; otherwise the host
 * must accept writes.
 */
const standbyFirst = /[?&]target_session_attrs=(any|standby|prefer-standby|read-only)(&|$)/

/**
 * The URLs of each host in a URL with several, `postgresql://user@host1:5432,host2:5432/solvane`, in
 * their order; of any other URL, the URL itself.
 */
export function urlsOfHosts(url: string): string[] {
  const [, start, hosts, rest] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  if (start === undefined || !hosts?.includes(',')) return [url]
  return hosts.split(',').map((host) => `${start}${host}${rest}`)
}

/** No host of a URL is the wanted one. The code is that of a write to a standby. */
class NoPrimary extends Error {
  readonly code = '25006'
  constructor() {
    super('none of the hosts accepts writes: all are read-only standbys')
  }
}

/** A client that connects to the first host with the right role, as libpq does. */
export function clientClassOf(url: string): typeof pg.Client {
  const hosts = urlsOfHosts(url)
  if (hosts.length === 1) return pg.Client
  const find = shared(() => findHost(hosts, standbyFirst.test(url)))
  return class extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void) {
      const connected = find().then((host) => {
        Object.assign(this, host)
        return super.connect()
      })
      if (!callback) return connected
      // The pool's callback takes no error for success.
      connected.then(() => (callback as () => void)(), callback)
    }
  }
}

/** A client for `url`, which may have several hosts. */
export function createClient(url: string, config: pg.ClientConfig = {}): pg.Client {
  const Client = clientClassOf(url)
  return new Client({ ...config, connectionString: urlsOfHosts(url)[0] })
}

interface Host {
  host: string
  port: number
}

/** Asks all hosts at once, and takes the first in order that has the role. */
async function findHost(urls: string[], wantsStandby: boolean): Promise<Host> {
  const answers = await Promise.allSettled(urls.map(probe))
  const known = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const found = known.find(({ isStandby }) => isStandby === wantsStandby)
  // A reader is content with the primary.
  const chosen = found ?? (wantsStandby ? known[0] : undefined)
  if (chosen) return chosen
  if (known.length > 0) throw new NoPrimary()
  throw answers.find((answer) => answer.status === 'rejected')?.reason
}

async function probe(url: string): Promise<Host & { isStandby: boolean }> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: probeMilliseconds,
    query_timeout: probeMilliseconds,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ is_standby: boolean }>(
      "select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as is_standby",
    )
    return { host: client.host, port: client.port, isStandby: rows[0]?.is_standby ?? true }
  } finally {
    client.end().catch(() => {})
  }
}

/** Callers that come while the work is under way share it. */
function shared<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | undefined
  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}

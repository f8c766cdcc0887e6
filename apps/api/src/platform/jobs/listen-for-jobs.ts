import type pg from 'pg'
import { createClient } from '../database/hosts.ts'
import { trackListener } from '../metrics/metrics.ts'

/** The pause between a failure and the next attempt to listen. */
const pauseMilliseconds = 1_000

/** How often the connection is checked, and how long it may take to answer. */
const checkMilliseconds = 10_000
const answerMilliseconds = 5_000

/**
 * Listens to a channel of pg-boss, and connects again when the connection is lost. pg-boss looks for
 * jobs every few seconds as well, so a lost notification only delays one. Its own way of listening
 * knows one host only.
 */
export async function listenForJobs(
  url: string,
  channel: string,
  onNotification: (payload: string) => void,
  onListening: () => void,
): Promise<{ close(): Promise<void> }> {
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let current: pg.Client | undefined

  async function connect(): Promise<void> {
    const client = createClient(url, {
      connectionTimeoutMillis: checkMilliseconds,
      query_timeout: answerMilliseconds,
    })
    client.on('error', () => {})
    client.on('notification', ({ payload }) => onNotification(payload ?? ''))
    client.on('end', () => client === current && lose())
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    if (isClosed) return void client.end().catch(() => {})
    current = client
    onListening()
    check()
  }

  function lose(): void {
    const lost = current
    current = undefined
    lost?.end().catch(() => {})
    reconnect()
  }

  /** The only retry: a failed attempt schedules the next. */
  function reconnect(): void {
    clearTimeout(timer)
    timer = setTimeout(() => connect().catch(() => isClosed || reconnect()), pauseMilliseconds)
  }

  /** A network that fails silently never ends a connection by itself. */
  function check(): void {
    const checked = current
    timer = setTimeout(
      () =>
        checked?.query('select 1').then(
          () => checked === current && check(),
          () => checked === current && lose(),
        ),
      checkMilliseconds,
    )
  }

  await connect()
  const untrack = trackListener('jobs', () => current !== undefined)
  return {
    async close() {
      isClosed = true
      untrack()
      clearTimeout(timer)
      const last = current
      current = undefined
      await last?.end().catch(() => {})
    },
  }
}

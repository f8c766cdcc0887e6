import type { RecordLog } from './simulator.ts'

/** A webhook message, stored until the shop accepts it. */
interface Message {
  id: string
  body: string
  attempts: number
  isDelivered: boolean
}

export interface WebhookSenderOptions {
  log: RecordLog
  /** The URL of the shop's webhook; null while it accepts none. */
  target: () => string | null
  /** The headers that authenticate a body. */
  sign: (body: string) => Record<string, string>
}

/** Sends webhook messages to the shop, and retries until it accepts them. */
export interface WebhookSender {
  /** Stores a message and sends it soon. */
  send(id: string, body: object): void
  /** Holds back messages from now on. */
  hold(): void
  /**
   * Sends the messages held back, `copies` times each at once, in the order that `arrange` gives to
   * the ids, and stops holding back. Returns the statuses of the shop's responses.
   */
  release(how?: { copies?: number; arrange?: (ids: string[]) => string[] }): Promise<number[]>
  /** Sends an earlier message again, and returns the status of the shop's response. */
  repeat(id: string): Promise<number>
  /** Every message so far, oldest first. */
  sent(): { id: string; body: string }[]
  close(): void
}

const kind = 'message'

/** Backoff between attempts in seconds; the last one repeats. */
const waits = [1, 2, 5, 15, 60, 300, 900, 3600]
const mostAttempts = 60

export function openWebhookSender({ log, target, sign }: WebhookSenderOptions): WebhookSender {
  const timers = new Map<string, NodeJS.Timeout>()
  const held: string[] = []
  let isHolding = false
  let isClosed = false

  const find = (id: string) => {
    const message = log.get<Message>(kind, id)
    if (!message) throw new Error(`There is no message ${id}`)
    return message
  }

  async function post(id: string): Promise<number> {
    const { body } = find(id)
    const url = target()
    const status = url
      ? await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...sign(body) },
          body,
          signal: AbortSignal.timeout(10_000),
        }).then(
          async (answer) => {
            await answer.arrayBuffer()
            return answer.status
          },
          () => 0,
        )
      : 0
    if (isClosed) return status
    const message = find(id)
    const isTaken = status >= 200 && status < 300
    if (isTaken || !message.isDelivered)
      log.put(kind, id, { ...message, attempts: message.attempts + 1, isDelivered: isTaken })
    return status
  }

  function plan(id: string, seconds: number): void {
    if (isClosed) return
    clearTimeout(timers.get(id))
    const timer = setTimeout(async () => {
      timers.delete(id)
      const status = await post(id)
      if (isClosed || (status >= 200 && status < 300)) return
      const { attempts } = find(id)
      if (attempts < mostAttempts) plan(id, waits[attempts - 1] ?? waits.at(-1) ?? 0)
    }, seconds * 1000)
    timer.unref()
    timers.set(id, timer)
  }

  for (const { id, isDelivered, attempts } of log.list<Message>(kind))
    if (!isDelivered && attempts < mostAttempts) plan(id, 1)

  return {
    send(id, body) {
      const message: Message = {
        id,
        body: JSON.stringify(body),
        attempts: 0,
        isDelivered: false,
      }
      log.put(kind, id, message)
      if (isHolding) held.push(id)
      else plan(id, 0)
    },
    hold() {
      isHolding = true
    },
    async release({ copies = 1, arrange } = {}) {
      isHolding = false
      const kept = held.splice(0)
      const ids = arrange?.(kept) ?? kept
      return Promise.all(ids.flatMap((id) => Array.from({ length: copies }, () => post(id))))
    },
    repeat: post,
    sent: () => log.list<Message>(kind).map(({ id, body }) => ({ id, body })),
    close() {
      isClosed = true
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

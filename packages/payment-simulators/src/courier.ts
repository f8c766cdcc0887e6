import type { RecordLog } from './record-log.ts'

/** A message to the shop, kept until the shop has taken it. */
interface Message {
  id: string
  body: string
  attempts: number
  isDelivered: boolean
}

export interface CourierOptions {
  log: RecordLog
  /** Where the shop takes messages; null while it takes none. */
  target: () => string | null
  /** The headers that prove who sends a body. */
  sign: (body: string) => Record<string, string>
}

/** Sends messages to the shop, again and again until it takes them. */
export interface Courier {
  /** Keeps a message and sends it soon. */
  send(id: string, body: object): void
  /** Keeps what is sent from now on to itself. */
  hold(): void
  /**
   * Sends what was kept, each `copies` times at once, in the order that `arrange` gives to the ids, and
   * everything that comes after as ever. Gives the statuses the shop has answered.
   */
  release(how?: { copies?: number; arrange?: (ids: string[]) => string[] }): Promise<number[]>
  /** Sends a message that was sent before once more, and gives the status the shop has answered. */
  repeat(id: string): Promise<number>
  /** Every message there ever was, the first first. */
  sent(): { id: string; body: string }[]
  close(): void
}

const kind = 'message'

/** Between attempts, in seconds; the last one for as long as it takes. */
const waits = [1, 2, 5, 15, 60, 300, 900, 3600]
const mostAttempts = 60

export function openCourier({ log, target, sign }: CourierOptions): Courier {
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

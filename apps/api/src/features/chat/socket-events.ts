import type { ClientEvents, Reply } from '@solvane/contract/realtime'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { describeError } from '../../platform/http/error-handler.ts'
import type { ShopSocket } from '../../platform/realtime/realtime.ts'
import { eventsOfSocket } from './chat-room.ts'

/** The reply to a rejected event. */
type Rejection = Extract<Reply<never>, { ok: false }>

interface Handler<Schema extends z.ZodType | null, Data> {
  /** The schema of the event's input; null if it has none. */
  schema: Schema
  handle: (input: Schema extends z.ZodType ? z.output<Schema> : undefined) => Promise<Data>
  /** Called for a rejected event, besides the reply, with the raw input. */
  onRejected?: (rejection: Rejection, input: unknown) => void
}

/**
 * Returns the function that adds event handlers to sockets: it parses the input, replies with
 * errors as in the API's envelope, and closes a socket that sends too much. No input can end the
 * process.
 */
export function openSocketEvents({ config, log }: Pick<AppContext, 'config' | 'log'>) {
  const events = new RateLimiterMemory({
    points: Math.max(1, eventsOfSocket.times * config.rateLimitMultiplier),
    duration: eventsOfSocket.seconds,
  })

  return function handleEvent<Schema extends z.ZodType | null, Data>(
    socket: ShopSocket,
    event: keyof ClientEvents,
    { schema, handle, onRejected }: Handler<Schema, Data>,
  ): void {
    socket.on(event, async (...sent: unknown[]) => {
      const last = sent.at(-1)
      const answer = typeof last === 'function' ? (last as (reply: Reply<Data>) => void) : null
      const input = schema ? sent[0] : undefined
      try {
        await events.consume(socket.id).catch(() => {
          throw new ShopError('TOO_MANY_REQUESTS', { retryAfter: eventsOfSocket.seconds })
        })
        const parsed = schema?.safeParse(input)
        if (parsed && !parsed.success) throw new ShopError('BAD_REQUEST')
        const data = await handle(parsed?.data as never)
        answer?.({ ok: true, data })
      } catch (error) {
        const { body, isUnexpected } = describeError(error)
        if (isUnexpected) log.error({ err: error, event }, 'unexpected error in a socket event')
        const { code, message, details } = body
        const rejection: Rejection = { ok: false, code, message, ...(details && { details }) }
        onRejected?.(rejection, input)
        answer?.(rejection)
      }
    })
  }
}

export type HandleEvent = ReturnType<typeof openSocketEvents>

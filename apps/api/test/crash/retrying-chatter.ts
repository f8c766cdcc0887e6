import { setTimeout as delay } from 'node:timers/promises'
import type { ChatMessage } from '@solvane/contract/chat'
import {
  type ClientEvents,
  type Reply,
  type ServerEvents,
  socketPath,
} from '@solvane/contract/realtime'
import { io, type Socket } from 'socket.io-client'

/** The timeout of a reply, and the pause before the next attempt, in milliseconds. */
const patience = 2_000
const pause = 20

/** A guest who sends every message again, under the same id, until the server acknowledges it. */
export interface RetryingChatter {
  /** The acknowledged messages, in the order of sending. */
  taken: ChatMessage[]
  /** The number of attempts so far. */
  attempts(): number
  say(content: string): Promise<void>
  leave(): void
}

/** Opens the page of a guest at the shop at `url`, which may be down. */
export function openRetryingChatter(url: string): RetryingChatter {
  const guestIdentifier = crypto.randomUUID()
  const socket: Socket<ServerEvents, ClientEvents> = io(url, {
    path: socketPath,
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: pause,
    reconnectionDelayMax: 5 * pause,
  })
  const taken: ChatMessage[] = []
  let attempts = 0

  async function trySay(content: string, clientMessageId: string): Promise<ChatMessage | null> {
    if (!socket.connected) return null
    attempts += 1
    const roomId = taken[0]?.roomId
    const message = { content, clientMessageId, guestIdentifier, roomId }
    const reply: Reply<ChatMessage> | null = await socket
      .timeout(patience)
      .emitWithAck('chat:sendMessage', message)
      .catch(() => null)
    return reply?.ok ? reply.data : null
  }

  return {
    taken,
    attempts: () => attempts,
    async say(content) {
      const clientMessageId = crypto.randomUUID()
      for (;;) {
        const message = await trySay(content, clientMessageId)
        if (message) {
          taken.push(message)
          return
        }
        await delay(pause)
      }
    },
    leave: () => void socket.disconnect(),
  }
}

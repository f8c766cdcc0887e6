import { hasGap, lastWithoutGap, withReceived } from '@solvane/client/chat-messages'
import type { ServerEvents } from '@solvane/contract/realtime'
import type { ChatSnapshot } from './chat-snapshot.ts'

interface EventOptions {
  current: () => ChatSnapshot
  show: (change: Partial<ChatSnapshot>) => void
  /** Asks anew which room this browser holds. */
  join: () => void
  /** Fetches what is missing. */
  catchUp: () => void
  markRead: () => void
  /** A message did not arrive. */
  fail: (clientMessageId: string, reason: string) => void
}

/** How long someone is taken to be typing after the last sign of it, in milliseconds. */
const typingLife = 6_000

/** What the server tells of a conversation, as changes of what is shown. */
export function createChatEvents(options: EventOptions): {
  [Name in keyof ServerEvents]?: ServerEvents[Name]
} {
  const { current, show, join, catchUp, markRead, fail } = options
  let typing: ReturnType<typeof setTimeout> | undefined

  return {
    'chat:newMessage'(message) {
      const { messages, room, unread } = current()
      const isExpected = messages.some(
        ({ clientMessageId }) => clientMessageId === message.clientMessageId,
      )
      if (room?.roomId !== message.roomId && !isExpected) {
        // The first message of a conversation that another page of the same shopper has begun.
        if (!room) join()
        return
      }
      const isNews = message.senderType !== 'USER' && !isExpected
      show({
        messages: withReceived(messages, [message]),
        ...(isNews && { isSupportTyping: false, unread: unread + 1 }),
      })
      if (room && hasGap(current().messages)) catchUp()
      markRead()
    },
    'chat:sendMessageFailed': ({ clientMessageId, message }) => fail(clientMessageId, message),
    'chat:typing'({ side, isTyping }) {
      if (side !== 'support') return
      clearTimeout(typing)
      show({ isSupportTyping: isTyping })
      if (isTyping) typing = setTimeout(() => show({ isSupportTyping: false }), typingLife)
    },
    'chat:read'({ side, seq }) {
      const { room, messages } = current()
      if (!room) return
      if (side === 'support')
        show({ room: { ...room, readBySupport: Math.max(room.readBySupport, seq) } })
      else if (seq >= lastWithoutGap(messages)) show({ unread: 0 })
    },
    'chat:presence'({ side, isHere }) {
      if (side === 'support') show({ isSupportHere: isHere })
    },
    'chat:roomChanged'({ roomId, state, becameRoomId }) {
      const { room } = current()
      if (room?.roomId !== roomId) return
      if (becameRoomId) join()
      else show({ room: { ...room, state } })
    },
  }
}

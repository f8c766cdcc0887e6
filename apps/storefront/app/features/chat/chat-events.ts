import { hasGap, lastWithoutGap, withReceived } from '@solvane/client/chat-messages'
import type { ServerEvents } from '@solvane/contract/realtime'
import type { ChatSnapshot } from './chat-snapshot.ts'

interface EventOptions {
  current: () => ChatSnapshot
  show: (change: Partial<ChatSnapshot>) => void
  /** Joins the room of this browser again. */
  join: () => void
  /** Fetches what is missing. */
  catchUp: () => void
  markRead: () => void
  /** A message failed to send. */
  fail: (clientMessageId: string, reason: string) => void
}

/** How long support is shown as typing after its last event, in milliseconds. */
const typingLife = 6_000

/** Handlers of the server's chat events, which change the snapshot. */
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
        // The first message of a conversation that began in another tab of the same shopper.
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

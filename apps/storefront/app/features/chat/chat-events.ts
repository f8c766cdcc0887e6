import type { EndpointOutput } from '@solvane/client/api'
import {
  hasGap,
  lastWithoutGap,
  type ShownMessage,
  withReceived,
} from '@solvane/client/chat-messages'
import type { Joined, ServerEvents } from '@solvane/contract/realtime'

/** Texts of the chat, word for word (spec sections 2 and 8). */
export const chatTexts = {
  greeting: 'Hello! How can we help you today?',
  connecting: 'Connecting to support...',
  notConnected: 'Chat service is not connected. Please wait or reopen the chat window.',
  sendFailed: 'Send failed',
} as const

export type ChatRoom = EndpointOutput<'getChatRoom'>['data']

/** The conversation as the shopper sees it. */
export interface ChatSnapshot {
  status: 'connecting' | 'connected' | 'disconnected'
  messages: readonly ShownMessage[]
  /** The state of loading the earlier messages. */
  history: 'loading' | 'loaded' | 'failed'
  /** Null until the first message. */
  room: ChatRoom | null
  office: Joined['office'] | null
  isSupportHere: boolean
  isSupportTyping: boolean
  isSending: boolean
  unread: number
}

interface EventOptions {
  current: () => ChatSnapshot
  show: (change: Partial<ChatSnapshot>) => void
  /** Joins the room of this browser again. */
  join: () => void
  /** Fetches missing messages. */
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

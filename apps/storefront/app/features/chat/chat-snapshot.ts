import type { EndpointOutput } from '@solvane/client/api'
import type { ShownMessage } from '@solvane/client/chat-messages'
import type { Joined } from '@solvane/contract/realtime'

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

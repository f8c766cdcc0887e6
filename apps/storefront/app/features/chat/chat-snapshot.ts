import type { CallOutput } from '@solvane/client/api'
import type { ShownMessage } from '@solvane/client/chat-messages'
import type { Joined } from '@solvane/contract/realtime'

export type ChatRoom = CallOutput<'getChatRoom'>['data']

/** The conversation as the shopper sees it. */
export interface ChatSnapshot {
  status: 'connecting' | 'connected' | 'disconnected'
  messages: readonly ShownMessage[]
  /** How it went with what was said before. */
  history: 'loading' | 'loaded' | 'failed'
  /** Null until the first message. */
  room: ChatRoom | null
  office: Joined['office'] | null
  isSupportHere: boolean
  isSupportTyping: boolean
  isSending: boolean
  unread: number
}

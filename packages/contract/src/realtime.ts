import type { z } from 'zod'
import type { Conversation } from './chat.admin.ts'
import type {
  ChatMessage,
  ChatRoom,
  emailLeft,
  messageToSend,
  RoomState,
  readUntil,
  replyToSend,
  roomHeld,
  roomNamed,
  typingIn,
} from './chat.ts'
import type { OrderStatus } from './orders.ts'
import type { PaymentStatus } from './payments.ts'

/** The socket's path (spec section 7). Without schemas, for the browser. */
export const socketPath = '/api/socket.io'

/** The sides of a conversation: the shopper, or staff. */
export type ChatSide = 'shopper' | 'support'

/** Events that the server sends. */
export interface ServerEvents {
  /** One of the shopper's orders, or its payment, has changed its state. */
  'order:changed': (change: {
    orderId: string
    status: OrderStatus
    paymentStatus: PaymentStatus | null
  }) => void

  /** To everyone in the room, including the sender, who recognizes it by `clientMessageId`. */
  'chat:newMessage': (message: ChatMessage) => void
  /** To the sender only. */
  'chat:sendMessageFailed': (failure: { clientMessageId: string; message: string }) => void
  /** Someone of `side` has started or stopped typing; to the room. */
  'chat:typing': (typing: { roomId: string; side: ChatSide; isTyping: boolean }) => void
  /** `side` has read up to `seq`; to the room. */
  'chat:read': (read: { roomId: string; side: ChatSide; seq: number }) => void
  /** Whether anyone of `side` has the room open; to the room, and to a page that joins it. */
  'chat:presence': (presence: { roomId: string; side: ChatSide; isHere: boolean }) => void
  /** The room's state has changed, or it was merged into another one; to the room. */
  'chat:roomChanged': (change: { roomId: string; state: RoomState; becameRoomId?: string }) => void
  /** A conversation has changed; to all staff with the inbox open. */
  'support:conversationChanged': (conversation: Conversation) => void
}

/** The server's reply to an event. */
export type Reply<Data> =
  | { ok: true; data: Data }
  | { ok: false; code: string; message: string; details?: Record<string, unknown> }
type Answer<Data> = (reply: Reply<Data>) => void

/** The data that a shopper's page receives when it joins. */
export interface Joined {
  /** Null until the first message. */
  room: ChatRoom | null
  /** Whether support is open, and a sentence about when it is. */
  office: { isOpen: boolean; sentence: string }
}

/** The data that staff receive when they open a conversation. */
export interface Entered {
  isShopperHere: boolean
  /** Other staff who have it open. */
  colleagues: string[]
}

/** The events that pages send. `support:…` is for staff. The acknowledgement is optional. */
export interface ClientEvents {
  /** Subscribes to the room; a guest's room is claimed by a signed-in shopper. */
  'chat:join': (held: z.input<typeof roomHeld>, answer?: Answer<Joined>) => void
  'chat:sendMessage': (message: z.input<typeof messageToSend>, answer?: Answer<ChatMessage>) => void
  'chat:typing': (typing: z.input<typeof typingIn>) => void
  'chat:read': (read: z.input<typeof readUntil>, answer?: Answer<{ unread: number }>) => void
  /** The e-mail address for answers to a guest. */
  'chat:leaveEmail': (left: z.input<typeof emailLeft>, answer?: Answer<ChatRoom>) => void

  /** Subscribes to all conversations. */
  'support:watch': (answer?: Answer<null>) => void
  'support:enter': (room: z.input<typeof roomNamed>, answer?: Answer<Entered>) => void
  'support:leave': (room: z.input<typeof roomNamed>, answer?: Answer<null>) => void
  'support:sendMessage': (
    message: z.input<typeof replyToSend>,
    answer?: Answer<ChatMessage>,
  ) => void
  'support:typing': (typing: z.input<typeof typingIn>) => void
  'support:read': (read: z.input<typeof readUntil>, answer?: Answer<{ unread: number }>) => void
}

import type { ChatMessage } from '@solvane/contract/chat'
import {
  type ClientEvents,
  type Reply,
  type ServerEvents,
  socketPath,
} from '@solvane/contract/realtime'
import { io, type Socket } from 'socket.io-client'
import type { TestShop } from './test-shop.ts'

type EventName = keyof ClientEvents
type ReceivedEvents = { [Name in keyof ServerEvents]: Parameters<ServerEvents[Name]>[0][] }
type DataOf<Name extends EventName> =
  Extract<Parameters<ClientEvents[Name]>[number], (reply: never) => void> extends (
    reply: Reply<infer Data>,
  ) => void
    ? Data
    : never

/** A page of the shop or of the back office with its socket. */
export interface ChatPage {
  socket: Socket<ServerEvents, ClientEvents>
  /** The events received so far, by name. */
  received: ReceivedEvents
  /** Sends an event with any input, and returns the server's reply, including errors. */
  ask<Name extends EventName>(event: Name, input?: unknown): Promise<Reply<DataOf<Name>>>
  /** Like `ask`, but throws if it is rejected. */
  get<Name extends EventName>(event: Name, input?: unknown): Promise<DataOf<Name>>
}

const events = [
  'order:changed',
  'chat:newMessage',
  'chat:sendMessageFailed',
  'chat:typing',
  'chat:read',
  'chat:presence',
  'chat:roomChanged',
  'support:conversationChanged',
] as const satisfies (keyof ServerEvents)[]

/** The timeout of a reply. */
const patience = 10_000

/**
 * Opens a page of a guest, or of the account of the access token, at the network address `from`;
 * resolves once it is connected.
 */
export async function openChatPage(
  shop: Pick<TestShop, 'app'>,
  { accessToken, from }: { accessToken?: string; from?: string } = {},
): Promise<ChatPage> {
  const socket: ChatPage['socket'] = io(shop.app.listeningOrigin, {
    path: socketPath,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...(accessToken && { auth: { token: accessToken } }),
    ...(from && { extraHeaders: { 'x-forwarded-for': from } }),
  })
  const received = Object.fromEntries(
    events.map((event) => [event, [] as unknown[]]),
  ) as ReceivedEvents
  for (const event of events)
    socket.on(event, (news: unknown) => received[event].push(news as never))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const ask: ChatPage['ask'] = (event, input) =>
    socket.timeout(patience).emitWithAck(event, ...((input === undefined ? [] : [input]) as never))
  return {
    socket,
    received,
    ask,
    async get(event, input) {
      const reply = await ask(event, input)
      if (!reply.ok) throw Object.assign(new Error(`${event}: ${reply.message}`), reply)
      return reply.data
    },
  }
}

/** Sends a message from a page, to the given room or its own. */
export function say(
  page: ChatPage,
  content: string,
  more: {
    roomId?: string
    guestIdentifier?: string
    clientMessageId?: string
    attachmentIds?: string[]
  } = {},
): Promise<ChatMessage> {
  return page.get('chat:sendMessage', { content, clientMessageId: crypto.randomUUID(), ...more })
}

/** Sets the office hours to all week, or to never. */
export async function setOpen(shop: TestShop, isOpen: boolean): Promise<void> {
  const week = Array(7).fill(isOpen ? { from: '00:00', to: '24:00' } : null)
  await shop.ctx.db.pool.query(
    `update chat_office_hours set time_zone = 'UTC', week = $1, closed_on = '{}'`,
    [JSON.stringify(week)],
  )
  await shop.changesReceived()
}

import { type Api, type EndpointOutput, isApiFailure } from '@solvane/client/api'
import { hasGap, lastWithoutGap, type ShownMessage } from '@solvane/client/chat-messages'
import type { Connection } from '@solvane/client/connection'
import { messageOf } from '../../lib/api/failure.tsx'
import { readGuestCartId } from '../../lib/session/guest-cart.ts'
import { type ChatRoom, type ChatSnapshot, chatTexts } from './chat-events.ts'
import { forgetRoom, guestIdentifier, keepRoomId, readRoomId } from './chat-storage.ts'

interface ChatRoomOptions {
  api: Api
  connection: () => Connection | null
  current: () => ChatSnapshot
  show: (change: Partial<ChatSnapshot>) => void
  /** Fetches the messages of the room that are missing here. */
  catchUp: () => Promise<void>
  /** The room is joined, or joining failed: waiting messages can be sent again. */
  onJoined: () => void
}

/** Keeps the shown room in step with the room id in local storage. */
export function createChatRoom(props: ChatRoomOptions) {
  const { api, connection, current, show, catchUp, onJoined } = props

  /** Joins the room of this browser, and fetches the missing messages. */
  async function join(isAgain = false): Promise<void> {
    const asked = connection()
    try {
      const guestCartId = readGuestCartId()
      const held = { roomId: readRoomId(), guestIdentifier: guestIdentifier(), guestCartId }
      const joined = await asked?.ask('chat:join', held)
      if (!joined || asked !== connection()) return
      show({ office: joined.office })
      if (joined.room) adopt(joined.room)
      else leaveRoom()
      await catchUp()
    } catch (error) {
      if (isUnknownRoom(error) && !isAgain) {
        forgetRoom()
        leaveRoom()
        await join(true)
      } else if (current().history === 'loading') show({ history: 'failed' })
    }
    onJoined()
  }

  /** Loads the earlier messages while the socket is connecting, or cannot connect. */
  async function readHistory(): Promise<void> {
    const roomId = readRoomId()
    if (!roomId) return
    try {
      const { data: room } = await api.call('getChatRoom', { params: { roomId } })
      if (current().room || readRoomId() !== roomId) return
      adopt(room)
      await catchUp()
    } catch {
      // Joining over the socket finds out whether the room has changed or is gone.
    }
  }

  function adopt(room: ChatRoom) {
    const before = current().room
    keepRoomId(room.roomId)
    if (before !== null && before.roomId !== room.roomId) dropTaken()
    show({ room, unread: room.unread })
  }

  /** Shows no room: it is gone, or not created yet. */
  function leaveRoom() {
    dropTaken()
    show({ room: null, unread: 0, history: 'loaded' })
  }

  /** Sent messages belong to the other room. */
  function dropTaken() {
    show({ messages: current().messages.filter(({ seq }) => seq === null) })
  }

  return { join, leaveRoom, readHistory }
}

type ChatMessage = EndpointOutput<'listChatMessages'>['data']['data'][number]

interface HistoryOptions {
  api: Api
  /** The room that is shown, and its messages; null without a room. */
  current: () => { roomId: string | null; messages: readonly ShownMessage[] }
  onMessages: (messages: readonly ChatMessage[]) => void
  /** Called when no message is missing any more. */
  onWhole: () => void
  /** The room is gone, or belongs to another account. */
  onUnknownRoom: () => void
  onFailed: () => void
}

/** Messages of one call (spec section 9). */
const pageSize = 1_000

/** Fetches the missing messages of a room: all of them, or those after a gap. */
export function createHistory(options: HistoryOptions): { catchUp: () => Promise<void> } {
  const { api, current, onMessages, onWhole, onUnknownRoom, onFailed } = options
  let isCatchingUp = false

  /** Returns whether there may be more. */
  async function fetchPage(roomId: string): Promise<boolean> {
    const after = lastWithoutGap(current().messages)
    const query = after ? { after, size: pageSize } : { page: 1, size: pageSize }
    const { data } = await api.call('listChatMessages', { params: { roomId }, query })
    if (current().roomId !== roomId) return false
    onMessages(data.data)
    return data.data.length === pageSize || (data.data.length > 0 && hasGap(current().messages))
  }

  async function catchUp(): Promise<void> {
    const { roomId } = current()
    if (!roomId || isCatchingUp) return
    isCatchingUp = true
    try {
      while (await fetchPage(roomId));
      onWhole()
    } catch (error) {
      if (isUnknownRoom(error)) onUnknownRoom()
      else onFailed()
    } finally {
      isCatchingUp = false
    }
    // The room has changed meanwhile.
    if (current().roomId !== roomId) await catchUp()
  }

  return { catchUp }
}

interface DeliveryOptions {
  api: Api
  /** The message as it is shown; undefined when it is gone. */
  find: (clientMessageId: string) => ShownMessage | undefined
  /** Sends it to the room of this browser; rejects with an `ApiError`. */
  send: (message: ShownMessage, attachmentIds: string[]) => Promise<ChatMessage>
  onTaken: (message: ChatMessage) => void
  /** `reason` is the server's message, else the specified text. */
  onFailed: (clientMessageId: string, reason: string) => void
  /** The room is gone: the message then goes to a new one. */
  onUnknownRoom: () => void
}

/**
 * The time a message has to arrive, in milliseconds, once its pictures are uploaded: after a lost connection it
 * is sent again within that time.
 */
const patience = 10_000

/** Whether a room is gone, or belongs to another account. */
function isUnknownRoom(error: unknown): boolean {
  return isApiFailure(error) && (error.code === 'CHAT_ROOM_NOT_FOUND' || error.status === 404)
}

/** Sends messages, again after a lost connection, under the same id: the server stores each once. */
export function createDelivery(options: DeliveryOptions) {
  const { api, find, send, onTaken, onFailed, onUnknownRoom } = options
  /** Pictures of messages that are being sent: the files, then the ids of their uploads. */
  const pictures = new Map<string, { files: readonly File[]; ids: string[] | null }>()
  /** The timers that fail messages which are being sent. */
  const deadlines = new Map<string, ReturnType<typeof setTimeout>>()
  /** Messages that wait for a connection. */
  const waiting = new Set<string>()

  async function deliver(clientMessageId: string, isAgain = false): Promise<void> {
    const message = find(clientMessageId)
    if (!message?.loading) return
    waiting.delete(clientMessageId)
    try {
      const attachmentIds = await uploaded(clientMessageId)
      expectBy(clientMessageId)
      const taken = await send(message, attachmentIds)
      settle(clientMessageId)
      pictures.delete(clientMessageId)
      onTaken(taken)
    } catch (error) {
      if (isUnknownRoom(error) && !isAgain) {
        onUnknownRoom()
        await deliver(clientMessageId, true)
      } else if (isApiFailure(error) && error.status === 0) wait(clientMessageId)
      else fail(clientMessageId, messageOf(error))
    }
  }

  async function uploaded(clientMessageId: string): Promise<string[]> {
    const sent = pictures.get(clientMessageId)
    if (!sent) return []
    if (!sent.ids) {
      const body = new FormData()
      for (const file of sent.files) body.append('files[]', file)
      const { data } = await api.call('uploadFiles', { query: { purpose: 'CHAT' }, body })
      sent.ids = data.map(({ id }) => id)
    }
    return sent.ids
  }

  /** Starts the timer that fails the message, once. */
  function expectBy(clientMessageId: string) {
    if (deadlines.has(clientMessageId)) return
    const expire = () => fail(clientMessageId, '')
    deadlines.set(clientMessageId, setTimeout(expire, patience))
  }

  /** Waits for the connection: whether the message arrived is unknown. */
  function wait(clientMessageId: string) {
    // The message may have failed meanwhile.
    if (!find(clientMessageId)?.loading) return
    waiting.add(clientMessageId)
    expectBy(clientMessageId)
  }

  function settle(clientMessageId: string) {
    clearTimeout(deadlines.get(clientMessageId))
    deadlines.delete(clientMessageId)
    waiting.delete(clientMessageId)
  }

  function fail(clientMessageId: string, reason: string) {
    settle(clientMessageId)
    onFailed(clientMessageId, reason || chatTexts.sendFailed)
  }

  return {
    /** Sends a message that is shown as being sent, with these pictures if it is new. */
    deliver(clientMessageId: string, files: readonly File[] = []) {
      if (files.length > 0) pictures.set(clientMessageId, { files, ids: null })
      void deliver(clientMessageId)
    },
    /** Sends the waiting messages after the connection is restored. */
    resume() {
      for (const clientMessageId of [...waiting]) void deliver(clientMessageId)
    },
    fail,
  }
}

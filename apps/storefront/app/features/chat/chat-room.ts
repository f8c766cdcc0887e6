import type { Api, EndpointOutput } from '@solvane/client/api'
import { hasGap, lastWithoutGap, type ShownMessage } from '@solvane/client/chat-messages'
import type { Connection } from '@solvane/client/connection'
import { readGuestCartId } from '../../lib/session/guest-cart.ts'
import type { ChatRoom, ChatSnapshot } from './chat-events.ts'
import { forgetRoom, guestIdentifier, keepRoomId, readRoomId } from './chat-storage.ts'
import { isUnknownRoom } from './message-delivery.ts'

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
  /** The room that is shown, and what of it; null when there is none. */
  current: () => { roomId: string | null; messages: readonly ShownMessage[] }
  onMessages: (messages: readonly ChatMessage[]) => void
  /** No message is missing any more. */
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

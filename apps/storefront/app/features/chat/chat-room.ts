import type { Api, EndpointOutput } from '@solvane/client/api'
import { hasGap, lastWithoutGap, type ShownMessage } from '@solvane/client/chat-messages'
import type { Connection } from '@solvane/client/connection'
import { readGuestCartId } from '../../lib/session/guest-cart.ts'
import type { ChatRoom, ChatSnapshot } from './chat-snapshot.ts'
import { forgetRoom, guestIdentifier, keepRoomId, readRoomId } from './chat-storage.ts'
import { isUnknownRoom } from './message-delivery.ts'

interface ChatRoomOptions {
  api: Api
  connection: () => Connection | null
  current: () => ChatSnapshot
  show: (change: Partial<ChatSnapshot>) => void
  /** Fetches what was said in the room and is not here. */
  catchUp: () => Promise<void>
  /** The room is heard, or could not be: what waits to be sent can be tried again. */
  onJoined: () => void
}

/** Keeps the room that is shown the one that this browser holds by its id in local storage. */
export function createChatRoom(props: ChatRoomOptions) {
  const { api, connection, current, show, catchUp, onJoined } = props

  /** Hears the room that this browser holds, and fetches what was missed. */
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

  /** Reads what was said before while the connection is still being made, or cannot be. */
  async function readHistory(): Promise<void> {
    const roomId = readRoomId()
    if (!roomId) return
    try {
      const { data: room } = await api.call('getChatRoom', { params: { roomId } })
      if (current().room || readRoomId() !== roomId) return
      adopt(room)
      await catchUp()
    } catch {
      // The connection tells more: whether the room is another by now, or gone.
    }
  }

  function adopt(room: ChatRoom) {
    const before = current().room
    keepRoomId(room.roomId)
    if (before !== null && before.roomId !== room.roomId) dropTaken()
    show({ room, unread: room.unread })
  }

  /** There is no room any more, or not yet. */
  function leaveRoom() {
    dropTaken()
    show({ room: null, unread: 0, history: 'loaded' })
  }

  /** Their places are those of another room. */
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
  /** Everything is there. */
  onWhole: () => void
  /** The room is gone, or somebody else's. */
  onUnknownRoom: () => void
  onFailed: () => void
}

/** Messages of one call (spec section 9). */
const pageSize = 1_000

/** Fetches what a page does not have of its room: all of it, or what came after a gap. */
export function createHistory(options: HistoryOptions): { catchUp: () => Promise<void> } {
  const { api, current, onMessages, onWhole, onUnknownRoom, onFailed } = options
  let isCatchingUp = false

  /** Gives whether there may be more. */
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
    // It has become another one meanwhile.
    if (current().roomId !== roomId) await catchUp()
  }

  return { catchUp }
}

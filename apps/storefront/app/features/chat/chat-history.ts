import type { Api, CallOutput } from '@solvane/client/api'
import { hasGap, lastWithoutGap, type ShownMessage } from '@solvane/client/chat-messages'
import { isUnknownRoom } from './message-delivery.ts'

type ChatMessage = CallOutput<'listChatMessages'>['data']['data'][number]

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

import { type Api, isApiFailure } from '@solvane/client/api'
import { currentSessionId, subscribeToSession } from '@solvane/client/tokens'
import { forgetRoom, keepRoomId, readRoomId } from './chat-storage.ts'

/**
 * Follows the conversation of this browser while the chat is closed: a sign-in claims it, a sign-
 * out leaves it, and `onUnread` gets the number of unread answers. Returns a function that stops
 * it.
 */
export function watchChat(api: Api, onUnread: (unread: number) => void): () => void {
  let session = currentSessionId()
  let isOver = false

  async function ask(): Promise<void> {
    const roomId = readRoomId()
    if (!roomId) return
    const asked = session
    try {
      const room = asked
        ? await api.call('claimChatRoom', { params: { roomId } })
        : await api.call('getChatRoom', { params: { roomId } })
      if (isOver || asked !== session) return
      keepRoomId(room.data.roomId)
      onUnread(room.data.unread)
    } catch (error) {
      // Not found: the room belongs to another account. After other errors the next page tries again.
      if (isApiFailure(error) && error.status === 404 && readRoomId() === roomId) forgetRoom()
    }
  }

  const unsubscribe = subscribeToSession(() => {
    const current = currentSessionId()
    if (current === session) return
    session = current
    if (current === null) {
      forgetRoom()
      onUnread(0)
    } else void ask()
  })
  void ask()
  return () => {
    isOver = true
    unsubscribe()
  }
}

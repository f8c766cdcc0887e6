import { type Api, type EndpointOutput, isApiFailure } from '@solvane/client/api'
import type { ShownMessage } from '@solvane/client/chat-messages'
import { messageOf } from '../../lib/api/failure.tsx'
import { chatTexts } from './chat-snapshot.ts'

type ChatMessage = EndpointOutput<'listChatMessages'>['data']['data'][number]

interface DeliveryOptions {
  api: Api
  /** The message as it is shown now; undefined when it is no longer. */
  find: (clientMessageId: string) => ShownMessage | undefined
  /** Sends it in the room that this browser holds; rejects with an `ApiError`. */
  send: (message: ShownMessage, attachmentIds: string[]) => Promise<ChatMessage>
  onTaken: (message: ChatMessage) => void
  /** `reason` is what the server said, else as specified. */
  onFailed: (clientMessageId: string, reason: string) => void
  /** The room is not there any more: afterwards the message goes into another. */
  onUnknownRoom: () => void
}

/**
 * A message has so long to arrive, in milliseconds, once its pictures are there: after a lost connection it
 * is sent again within that time.
 */
const patience = 10_000

/** Whether a room is gone, or somebody else's. */
export function isUnknownRoom(error: unknown): boolean {
  return isApiFailure(error) && (error.code === 'CHAT_ROOM_NOT_FOUND' || error.status === 404)
}

/** Takes messages to the server, again if it must be, under the same id: the server takes each once. */
export function createDelivery(options: DeliveryOptions) {
  const { api, find, send, onTaken, onFailed, onUnknownRoom } = options
  /** Pictures of messages on their way: the files, then what they became. */
  const pictures = new Map<string, { files: readonly File[]; ids: string[] | null }>()
  /** When messages on their way are given up. */
  const deadlines = new Map<string, ReturnType<typeof setTimeout>>()
  /** Those of them that wait for a connection. */
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

  /** Has it given up in time, counted from the first call. */
  function expectBy(clientMessageId: string) {
    if (deadlines.has(clientMessageId)) return
    const giveUp = () => fail(clientMessageId, '')
    deadlines.set(clientMessageId, setTimeout(giveUp, patience))
  }

  /** Nobody knows whether it arrived. */
  function wait(clientMessageId: string) {
    // It may have been given up meanwhile.
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
    /** Sends a message that is shown as on its way, with these pictures if it is new. */
    deliver(clientMessageId: string, files: readonly File[] = []) {
      if (files.length > 0) pictures.set(clientMessageId, { files, ids: null })
      void deliver(clientMessageId)
    },
    /** The connection is back: what waits for it is sent. */
    resume() {
      for (const clientMessageId of [...waiting]) void deliver(clientMessageId)
    },
    fail,
  }
}

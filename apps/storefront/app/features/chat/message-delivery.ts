import { type Api, type EndpointOutput, isApiFailure } from '@solvane/client/api'
import type { ShownMessage } from '@solvane/client/chat-messages'
import { messageOf } from '../../lib/api/failure.tsx'
import { chatTexts } from './chat-events.ts'

type ChatMessage = EndpointOutput<'listChatMessages'>['data']['data'][number]

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
export function isUnknownRoom(error: unknown): boolean {
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
    // It may have failed meanwhile.
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

import type { Api } from '@solvane/client/api'
import {
  lastWithoutGap,
  type PictureToSend,
  pendingMessage,
  type ShownMessage,
  withFailed,
  withReceived,
  withRetried,
} from '@solvane/client/chat-messages'
import { type Connection, connectToServer } from '@solvane/client/connection'
import { randomUuid } from '@solvane/client/random-uuid'
import { currentSessionId, subscribeToSession } from '@solvane/client/tokens'
import { cleanMessage, longestMessage } from '@solvane/contract/chat-text'
import { showToast } from '@solvane/ui/toast'
import { createListeners } from '../../components/external-store.ts'
import { type ChatSnapshot, chatTexts, createChatEvents } from './chat-events.ts'
import { createChatRoom, createDelivery, createHistory } from './chat-room.ts'
import {
  chatRoomIdKey,
  forgetRoom,
  guestIdentifier,
  keepRoomId,
  readRoomId,
} from './chat-storage.ts'

export type ChatStore = ReturnType<typeof createChatStore>

/** The interval between two typing events, in milliseconds. */
const typingPause = 3_000

/**
 * The conversation of this browser's shopper. A message shows at once; it is sent again under the same id
 * after a lost connection, and never appears twice. Tabs share the room's id in local storage.
 */
export function createChatStore(api: Api) {
  const { notify, subscribe } = createListeners()
  let connection: Connection | null = null
  let session = currentSessionId()
  let isInSight = false
  let typingSentAt = 0
  let snapshot: ChatSnapshot = {
    status: 'connecting',
    messages: [],
    history: readRoomId() ? 'loading' : 'loaded',
    room: null,
    office: null,
    isSupportHere: false,
    isSupportTyping: false,
    isSending: false,
    unread: 0,
  }

  function show(change: Partial<ChatSnapshot>) {
    snapshot = { ...snapshot, ...change }
    snapshot.isSending = snapshot.messages.some(({ loading }) => loading)
    notify()
  }

  const { join, leaveRoom, readHistory } = createChatRoom({
    api,
    connection: () => connection,
    current: () => snapshot,
    show,
    catchUp: () => catchUp(),
    onJoined: () => delivery.resume(),
  })

  const showMessages = (messages: readonly ShownMessage[]) => show({ messages })

  const { catchUp } = createHistory({
    api,
    current: () => ({ roomId: snapshot.room?.roomId ?? null, messages: snapshot.messages }),
    onMessages: (received) =>
      show({ messages: withReceived(snapshot.messages, received), history: 'loaded' }),
    onWhole: () => markRead(),
    onUnknownRoom: () => void join(),
    onFailed: () => snapshot.history === 'loading' && show({ history: 'failed' }),
  })

  const delivery = createDelivery({
    api,
    find: (id) => snapshot.messages.find(({ clientMessageId }) => clientMessageId === id),
    send({ content, clientMessageId }, attachmentIds) {
      const held = { roomId: readRoomId(), guestIdentifier: guestIdentifier() }
      const message = { content, clientMessageId, attachmentIds, ...held }
      if (!connection) throw new Error('A message is sent over a connection')
      return connection.ask('chat:sendMessage', message)
    },
    onTaken(message) {
      const isFirst = snapshot.room?.roomId !== message.roomId
      showMessages(withReceived(snapshot.messages, [message]))
      keepRoomId(message.roomId)
      if (isFirst) void join()
    },
    onFailed: (id, reason) => showMessages(withFailed(snapshot.messages, id, reason)),
    onUnknownRoom() {
      forgetRoom()
      leaveRoom()
    },
  })

  const handlers = createChatEvents({
    current: () => snapshot,
    show,
    join: () => void join(),
    catchUp: () => void catchUp(),
    markRead: () => markRead(),
    fail: delivery.fail,
  })

  function connect() {
    connection?.close()
    show({ status: 'connecting', isSupportTyping: false, isSupportHere: false })
    connection = connectToServer({
      onConnect: () => {
        show({ status: 'connected' })
        void join()
      },
      onDisconnect: () =>
        show({ status: 'disconnected', isSupportTyping: false, isSupportHere: false }),
      onEvent: (event, ...payload) => handlers[event]?.(...(payload as [never])),
    })
  }

  /** Marks the visible messages as read. */
  function markRead() {
    const { room, messages, unread } = snapshot
    if (!isInSight || !room || unread === 0 || document.hidden) return
    const seq = lastWithoutGap(messages)
    show({ unread: 0 })
    connection?.ask('chat:read', { roomId: room.roomId, seq }).catch(() => {
      // Offline: it stays unread elsewhere until it is visible again.
    })
  }

  /** Whether a message can be sent now; if not, says so and tries to connect. */
  function isReady(): boolean {
    if (connection?.isConnected()) return true
    showToast(chatTexts.notConnected, 'error')
    connection?.retry()
    return false
  }

  function onSession() {
    if (currentSessionId() === session) return
    session = currentSessionId()
    if (session === null) {
      forgetRoom()
      show({ messages: [], room: null, unread: 0 })
    }
    connect()
  }

  function onStorage({ key, newValue }: StorageEvent) {
    if (key !== chatRoomIdKey || newValue === (snapshot.room?.roomId ?? null)) return
    if (connection?.isConnected()) void join()
  }

  subscribeToSession(onSession)
  addEventListener('storage', onStorage)
  document.addEventListener('visibilitychange', markRead)
  connect()
  void readHistory()

  return {
    subscribe,
    snapshot: () => snapshot,
    /** Whether the conversation is visible: then new messages are read. Opening it connects at once. */
    setInSight(isOpen: boolean) {
      isInSight = isOpen
      if (isOpen) connection?.retry()
      markRead()
    },
    /** Sends a message with pictures; returns whether it is being sent. */
    send(
      content: string,
      pictures: readonly { file: File; preview: PictureToSend }[] = [],
    ): boolean {
      const clean = cleanMessage(content)
      if ((!clean && pictures.length === 0) || clean.length > longestMessage) return false
      if (!isReady()) return false
      const clientMessageId = randomUuid()
      const previews = pictures.map(({ preview }) => preview)
      const said = { clientMessageId, content: clean, senderType: 'USER', previews } as const
      showMessages([...snapshot.messages, pendingMessage(said, new Date())])
      const files = pictures.map(({ file }) => file)
      delivery.deliver(clientMessageId, files)
      return true
    },
    /** Sends a failed message again. */
    retry(clientMessageId: string) {
      if (!isReady()) return
      showMessages(withRetried(snapshot.messages, clientMessageId))
      delivery.deliver(clientMessageId)
    },
    /** Notifies support that the shopper has started or stopped typing. */
    sendTyping(isTyping: boolean) {
      const { room } = snapshot
      if (!room || (isTyping && Date.now() - typingSentAt < typingPause)) return
      typingSentAt = isTyping ? Date.now() : 0
      connection?.send('chat:typing', { roomId: room.roomId, isTyping })
    },
    /** Stores the e-mail for the answer; rejects with an `ApiError`. */
    async leaveEmail(email: string) {
      const { room } = snapshot
      if (!room || !connection) return
      show({ room: await connection.ask('chat:leaveEmail', { roomId: room.roomId, email }) })
    },
    /** Loads the earlier messages again. */
    reload() {
      show({ history: 'loading' })
      void (snapshot.room ? catchUp() : join())
    },
  }
}

import { isApiFailure } from '@solvane/client/api'
import {
  type ChatMessage,
  hasGap,
  lastWithoutGap,
  pendingMessage,
  type ShownMessage,
  withFailed,
  withReceived,
  withRetried,
} from '@solvane/client/chat-messages'
import { randomUuid } from '@solvane/client/random-uuid'
import { cleanMessage } from '@solvane/contract/chat-text'
import type { Entered, ServerEvents } from '@solvane/contract/realtime'
import { showToast } from '@solvane/ui/toast'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../../data/api.ts'
import { useConnection } from './support-connection.tsx'

type Payload<Name extends keyof ServerEvents> = Parameters<ServerEvents[Name]>[0]

/** The parts of a message besides its text. */
export interface Attached {
  products: ChatMessage['products']
}

/** Messages per request. */
const pageSize = 1_000
/** Interval between typing events, and how long one lasts, in milliseconds. */
const typingInterval = 3_000
const typingDuration = 6_000

/** A message that was being sent when its conversation was left: nobody waits for its outcome. */
function asFailed(message: ShownMessage): ShownMessage {
  const [failed = message] = withFailed([message], message.clientMessageId, 'Send failed')
  return failed
}

/** The unsent messages by conversation, kept while other conversations are shown. */
const unsent = new Map<string, readonly ShownMessage[]>()

/** Takes the unsent messages along when a conversation becomes part of another. */
export function moveUnsent(from: string, to: string): void {
  unsent.set(to, [...(unsent.get(to) ?? []), ...(unsent.get(from) ?? [])])
  unsent.delete(from)
}

/** The conversation in a room, as staff see it. `onMoved` is called when it was merged into another. */
export function useConversation(roomId: string, onMoved: (roomId: string) => void) {
  const [messages, setMessages] = useState<readonly ShownMessage[]>(
    () => unsent.get(roomId)?.map(asFailed) ?? [],
  )
  const [failure, setFailure] = useState<string | null>(null)
  const [isLoaded, setIsLoaded] = useState(false)
  const [presence, setPresence] = useState<Entered>({ isShopperHere: false, colleagues: [] })
  const [isTyping, setIsTyping] = useState(false)
  const typingTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const typingSentAt = useRef(0)
  const isCatchingUp = useRef(false)
  const latest = useRef(messages)

  function update(change: (before: readonly ShownMessage[]) => readonly ShownMessage[]) {
    latest.current = change(latest.current)
    setMessages(latest.current)
    unsent.set(
      roomId,
      latest.current.filter(({ seq }) => seq === null),
    )
  }

  async function catchUp() {
    if (isCatchingUp.current) return
    isCatchingUp.current = true
    try {
      let count: number
      do {
        const after = lastWithoutGap(latest.current)
        const query = after ? { after, size: pageSize } : { page: 1, size: pageSize }
        const { data } = await api.call('listConversationMessages', { params: { roomId }, query })
        update((before) => withReceived(before, data.data))
        count = data.data.length
      } while (count === pageSize || (count > 0 && hasGap(latest.current)))
      setFailure(null)
      setIsLoaded(true)
      markRead()
    } catch (error) {
      setFailure(isApiFailure(error) ? error.message : 'The conversation could not be loaded.')
    } finally {
      isCatchingUp.current = false
    }
  }

  /** Enters the room and loads the messages; without a connection the room is entered on connect. */
  function enter() {
    connection.ask('support:enter', { roomId }).then(setPresence, () => {})
    void catchUp()
  }

  function markRead() {
    if (document.hidden) return
    const seq = lastWithoutGap(latest.current)
    if (seq > 0) connection.ask('support:read', { roomId, seq }).catch(() => {})
  }

  const connection = useConnection({
    onConnect: () => enter(),
    onEvent(event, ...payload) {
      const data = payload[0] as { roomId?: string } | undefined
      if (data?.roomId !== roomId) return
      if (event === 'chat:newMessage') {
        update((before) => withReceived(before, [data as Payload<'chat:newMessage'>]))
        setIsTyping(false)
        if (hasGap(latest.current)) void catchUp()
        else markRead()
      }
      if (event === 'chat:typing') {
        const typing = data as Payload<'chat:typing'>
        clearTimeout(typingTimer.current)
        setIsTyping(typing.isTyping)
        typingTimer.current = setTimeout(() => setIsTyping(false), typingDuration)
      }
      if (event === 'chat:presence') {
        const { side, isHere } = data as Payload<'chat:presence'>
        if (side === 'shopper') setPresence((before) => ({ ...before, isShopperHere: isHere }))
      }
      if (event === 'chat:roomChanged') {
        const { becameRoomId } = data as Payload<'chat:roomChanged'>
        if (becameRoomId) onMoved(becameRoomId)
      }
    },
  })

  const begin = useEffectEvent(() => enter())
  const onVisible = useEffectEvent(() => markRead())
  useEffect(() => {
    begin()
    const onChange = () => onVisible()
    document.addEventListener('visibilitychange', onChange)
    return () => {
      document.removeEventListener('visibilitychange', onChange)
      connection.ask('support:leave', { roomId }).catch(() => {})
    }
  }, [roomId, connection])

  async function deliver(clientMessageId: string) {
    const message = latest.current.find((shown) => shown.clientMessageId === clientMessageId)
    if (!message) return
    try {
      const sent = await connection.ask('support:sendMessage', {
        roomId,
        clientMessageId,
        content: message.content,
        productIds: message.products.map(({ id }) => id),
      })
      update((before) => withReceived(before, [sent]))
    } catch (error) {
      const reason = isApiFailure(error) && error.status > 0 ? error.message : 'Send failed'
      update((before) => withFailed(before, clientMessageId, reason))
    }
  }

  return {
    messages,
    isLoaded,
    failure,
    presence,
    isTyping,
    reload: () => void catchUp(),
    /** Sends a message; false while offline. */
    send(text: string, attached: Attached): boolean {
      const content = cleanMessage(text)
      if (!content && attached.products.length === 0) return false
      if (!connection.isConnected()) {
        showToast('You are offline. Please wait a moment.', 'warning')
        connection.retry()
        return false
      }
      const clientMessageId = randomUuid()
      const message = { clientMessageId, content, senderType: 'CUSTOMER', ...attached } as const
      update((before) => [...before, pendingMessage(message, new Date())])
      void deliver(clientMessageId)
      return true
    },
    retry(clientMessageId: string) {
      update((before) => withRetried(before, clientMessageId))
      void deliver(clientMessageId)
    },
    sendTyping(isNow: boolean) {
      if (isNow && Date.now() - typingSentAt.current < typingInterval) return
      typingSentAt.current = isNow ? Date.now() : 0
      connection.send('support:typing', { roomId, isTyping: isNow })
    },
  }
}

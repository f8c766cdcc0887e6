import { isApiFailure } from '@solvane/client/api'
import {
  type ChatMessage,
  hasGap,
  lastWithoutGap,
  messageOnItsWay,
  type ShownMessage,
  withFailed,
  withReceived,
  withRetried,
} from '@solvane/client/chat-messages'
import { randomUuid } from '@solvane/client/random-uuid'
import { cleanMessage } from '@solvane/contract/chat-text'
import type { Entered, ServerEvents } from '@solvane/contract/realtime'
import { showToast } from '@solvane/ui/toast.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../../data/api.ts'
import { useDesk } from './desk.ts'

type Payload<Name extends keyof ServerEvents> = Parameters<ServerEvents[Name]>[0]

/** What is said besides its text. */
export interface Shown {
  products: ChatMessage['products']
}

/** Messages of one call. */
const pageSize = 1_000
/** How often it is told that someone types, and how long it counts, in milliseconds. */
const typingPause = 3_000
const typingLife = 6_000

/** The conversation in a room, as staff see it. `onMoved`: it has become part of another one. */
export function useConversation(roomId: string, onMoved: (roomId: string) => void) {
  const [messages, setMessages] = useState<readonly ShownMessage[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [isLoaded, setIsLoaded] = useState(false)
  const [here, setHere] = useState<Entered>({ isShopperHere: false, colleagues: [] })
  const [isTyping, setIsTyping] = useState(false)
  const typingTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const toldTypingAt = useRef(0)
  const isCatchingUp = useRef(false)
  /** Products of messages on their way. */
  const products = useRef(new Map<string, string[]>())
  const latest = useRef(messages)

  function update(change: (before: readonly ShownMessage[]) => readonly ShownMessage[]) {
    latest.current = change(latest.current)
    setMessages(latest.current)
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
      setFailure(isApiFailure(error) ? error.message : 'This conversation could not be read.')
    } finally {
      isCatchingUp.current = false
    }
  }

  /** What was said does not wait for who is there; not connected, the room is entered once it is. */
  function enter() {
    desk.ask('support:enter', { roomId }).then(setHere, () => {})
    void catchUp()
  }

  function markRead() {
    if (document.hidden) return
    const seq = lastWithoutGap(latest.current)
    if (seq > 0) desk.ask('support:read', { roomId, seq }).catch(() => {})
  }

  const desk = useDesk({
    onConnect: () => enter(),
    onEvent(event, ...payload) {
      const told = payload[0] as { roomId?: string } | undefined
      if (told?.roomId !== roomId) return
      if (event === 'chat:newMessage') {
        update((before) => withReceived(before, [told as Payload<'chat:newMessage'>]))
        setIsTyping(false)
        if (hasGap(latest.current)) void catchUp()
        else markRead()
      }
      if (event === 'chat:typing') {
        const typing = told as Payload<'chat:typing'>
        clearTimeout(typingTimer.current)
        setIsTyping(typing.isTyping)
        typingTimer.current = setTimeout(() => setIsTyping(false), typingLife)
      }
      if (event === 'chat:presence') {
        const presence = told as Payload<'chat:presence'>
        if (presence.side === 'shopper')
          setHere((before) => ({ ...before, isShopperHere: presence.isHere }))
      }
      if (event === 'chat:roomChanged') {
        const { becameRoomId } = told as Payload<'chat:roomChanged'>
        if (becameRoomId) onMoved(becameRoomId)
      }
    },
  })

  const begin = useEffectEvent(() => enter())
  const seen = useEffectEvent(() => markRead())
  useEffect(() => {
    begin()
    const onSeen = () => seen()
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      document.removeEventListener('visibilitychange', onSeen)
      desk.ask('support:leave', { roomId }).catch(() => {})
    }
  }, [roomId, desk])

  async function deliver(clientMessageId: string) {
    const message = latest.current.find((shown) => shown.clientMessageId === clientMessageId)
    if (!message) return
    try {
      const taken = await desk.ask('support:sendMessage', {
        roomId,
        clientMessageId,
        content: message.content,
        productIds: products.current.get(clientMessageId),
      })
      update((before) => withReceived(before, [taken]))
    } catch (error) {
      const reason = isApiFailure(error) && error.status > 0 ? error.message : 'Send failed'
      update((before) => withFailed(before, clientMessageId, reason))
    }
  }

  return {
    messages,
    isLoaded,
    failure,
    here,
    isTyping,
    reload: () => void catchUp(),
    /** Says something; gives whether it is on its way. */
    send(text: string, shown: Shown): boolean {
      const content = cleanMessage(text)
      if (!content && shown.products.length === 0) return false
      if (!desk.isConnected()) {
        showToast('You are not connected. Please wait a moment.', 'warning')
        desk.retry()
        return false
      }
      const clientMessageId = randomUuid()
      products.current.set(
        clientMessageId,
        shown.products.map(({ id }) => id),
      )
      const said = { clientMessageId, content, senderType: 'CUSTOMER', ...shown } as const
      update((before) => [...before, messageOnItsWay(said, new Date())])
      void deliver(clientMessageId)
      return true
    },
    retry(clientMessageId: string) {
      update((before) => withRetried(before, clientMessageId))
      void deliver(clientMessageId)
    },
    tellTyping(isNow: boolean) {
      if (isNow && Date.now() - toldTypingAt.current < typingPause) return
      toldTypingAt.current = isNow ? Date.now() : 0
      desk.tell('support:typing', { roomId, isTyping: isNow })
    },
  }
}

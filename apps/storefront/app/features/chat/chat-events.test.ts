import { pendingMessage } from '@solvane/client/chat-messages'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ChatSnapshot, createChatEvents } from './chat-events.ts'

type NewMessage = Parameters<NonNullable<ReturnType<typeof createChatEvents>['chat:newMessage']>>[0]

let snapshot: ChatSnapshot
const join = vi.fn()
const catchUp = vi.fn()
const markRead = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  snapshot = {
    status: 'connected',
    messages: [],
    history: 'loaded',
    room: { roomId: 'room', readBySupport: 3, state: 'OPEN' } as ChatSnapshot['room'],
    office: null,
    isSupportHere: false,
    isSupportTyping: false,
    isSending: false,
    unread: 0,
  }
})
afterEach(() => {
  vi.useRealTimers()
})

const events = () =>
  createChatEvents({
    current: () => snapshot,
    show: (change) => {
      snapshot = { ...snapshot, ...change }
    },
    join,
    catchUp,
    markRead,
    fail: vi.fn(),
  })

const message = (seq: number, given: Partial<NewMessage> = {}) =>
  ({
    ...pendingMessage(
      { clientMessageId: `m${seq}`, content: 'Hello', senderType: 'CUSTOMER' },
      new Date(seq),
    ),
    seq,
    roomId: 'room',
    ...given,
  }) as NewMessage

it('counts a message of support as unread and ends its typing', () => {
  snapshot.isSupportTyping = true
  events()['chat:newMessage']?.(message(1))
  expect(snapshot).toMatchObject({ unread: 1, isSupportTyping: false })
  expect(snapshot.messages).toHaveLength(1)
  expect(markRead).toHaveBeenCalledTimes(1)
})

it('does not count the shopper’s own message from another tab', () => {
  events()['chat:newMessage']?.(message(1, { senderType: 'USER' }))
  expect(snapshot).toMatchObject({ unread: 0, messages: [{ seq: 1 }] })
})

it('fetches the messages of a gap', () => {
  const on = events()
  on['chat:newMessage']?.(message(1))
  expect(catchUp).not.toHaveBeenCalled()
  on['chat:newMessage']?.(message(3))
  expect(catchUp).toHaveBeenCalledTimes(1)
})

it('joins the room that another tab has opened, and ignores messages of other rooms', () => {
  events()['chat:newMessage']?.(message(1, { roomId: 'other' }))
  expect(join).not.toHaveBeenCalled()
  snapshot.room = null
  events()['chat:newMessage']?.(message(1, { roomId: 'other' }))
  expect(join).toHaveBeenCalledTimes(1)
  expect(snapshot.messages).toEqual([])
})

it('shows support as typing until six seconds after the last sign of it', () => {
  const on = events()
  const typing = { roomId: 'room', side: 'support', isTyping: true } as const
  on['chat:typing']?.(typing)
  vi.advanceTimersByTime(5_000)
  on['chat:typing']?.(typing)
  vi.advanceTimersByTime(5_999)
  expect(snapshot.isSupportTyping).toBe(true)
  vi.advanceTimersByTime(1)
  expect(snapshot.isSupportTyping).toBe(false)
})

it('never moves the mark of what support has read back', () => {
  const on = events()
  on['chat:read']?.({ roomId: 'room', side: 'support', seq: 2 })
  expect(snapshot.room?.readBySupport).toBe(3)
  on['chat:read']?.({ roomId: 'room', side: 'support', seq: 5 })
  expect(snapshot.room?.readBySupport).toBe(5)
})

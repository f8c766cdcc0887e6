import { type Api, ApiError } from '@solvane/client/api'
import { pendingMessage, type ShownMessage, withFailed } from '@solvane/client/chat-messages'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDelivery } from './chat-room.ts'

const lost = new ApiError(0, 'Lost.')
const received = { roomId: 'room', seq: 1 } as never
const picture = new File(['x'], 'a.png', { type: 'image/png' })

let messages: ShownMessage[]
const upload = vi.fn()
const send = vi.fn()
const onTaken = vi.fn()
const onFailed = vi.fn()
const onUnknownRoom = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  upload.mockResolvedValue({ data: [{ id: 'picture' }] })
  send.mockResolvedValue(received)
  onFailed.mockImplementation((id: string, reason: string) => {
    messages = withFailed(messages, id, reason)
  })
  const said = { clientMessageId: 'm', content: 'Hello', senderType: 'USER' } as const
  messages = [pendingMessage(said, new Date(0))]
})
afterEach(() => {
  vi.useRealTimers()
})

const createTestDelivery = () =>
  createDelivery({
    api: { call: upload } as unknown as Api,
    find: (id) => messages.find(({ clientMessageId }) => clientMessageId === id),
    send,
    onTaken,
    onFailed,
    onUnknownRoom,
  })

it('uploads the pictures of a message before it sends the message', async () => {
  createTestDelivery().deliver('m', [picture])
  await vi.advanceTimersByTimeAsync(0)
  expect(send).toHaveBeenCalledExactlyOnceWith(messages[0], ['picture'])
  expect(onTaken).toHaveBeenCalledExactlyOnceWith(received)
})

it('sends a message again after a lost connection, without another upload', async () => {
  send.mockRejectedValueOnce(lost)
  const delivery = createTestDelivery()
  delivery.deliver('m', [picture])
  await vi.advanceTimersByTimeAsync(9_000)
  delivery.resume()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).toHaveBeenCalledTimes(2)
  expect(upload).toHaveBeenCalledTimes(1)
  expect(onTaken).toHaveBeenCalledTimes(1)
  expect(onFailed).not.toHaveBeenCalled()
})

it('fails a message that has not arrived after ten seconds', async () => {
  send.mockRejectedValue(lost)
  const delivery = createTestDelivery()
  delivery.deliver('m')
  await vi.advanceTimersByTimeAsync(6_000)
  delivery.resume()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(onFailed).toHaveBeenCalledExactlyOnceWith('m', 'Send failed')
  delivery.resume()
  await vi.advanceTimersByTimeAsync(0)
  expect(send).toHaveBeenCalledTimes(2)
})

it('fails a rejected message with the message of the server', async () => {
  send.mockRejectedValue(new ApiError(429, 'Too many messages.', 'RATE_LIMITED'))
  createTestDelivery().deliver('m')
  await vi.advanceTimersByTimeAsync(0)
  expect(onFailed).toHaveBeenCalledExactlyOnceWith('m', 'Too many messages.')
})

it('leaves a room that is gone and sends the message once more', async () => {
  send.mockRejectedValueOnce(new ApiError(404, 'Gone.', 'CHAT_ROOM_NOT_FOUND'))
  createTestDelivery().deliver('m')
  await vi.advanceTimersByTimeAsync(0)
  expect(onUnknownRoom).toHaveBeenCalledTimes(1)
  expect(onTaken).toHaveBeenCalledExactlyOnceWith(received)
})

it('does not look for a room endlessly', async () => {
  send.mockRejectedValue(new ApiError(404, 'Gone.', 'CHAT_ROOM_NOT_FOUND'))
  createTestDelivery().deliver('m')
  await vi.advanceTimersByTimeAsync(0)
  expect(send).toHaveBeenCalledTimes(2)
  expect(onFailed).toHaveBeenCalledExactlyOnceWith('m', 'Gone.')
})

import { beforeEach, expect, test, vi } from 'vitest'
import { currentToasts, removeToast, showToast, subscribeToToasts } from './toast.tsx'

// The queue is shared by all files of this process.
beforeEach(() => {
  for (const toast of currentToasts()) removeToast(toast.id)
})

test('messages are queued in order', () => {
  showToast('Item added to your cart.')
  showToast('Failed to add item. Please try again.', 'error')

  expect(currentToasts().map(({ text, kind }) => [text, kind])).toEqual([
    ['Item added to your cart.', 'success'],
    ['Failed to add item. Please try again.', 'error'],
  ])
})

test('a message that is still shown starts again instead of standing twice', () => {
  showToast('Item added to your cart.')
  const [first] = currentToasts()
  showToast('Item added to your cart.')

  expect(currentToasts()).toMatchObject([{ text: 'Item added to your cart.' }])
  expect(currentToasts()[0]?.id).not.toBe(first?.id)
})

test('listeners are notified of a message and of its end, until they unsubscribe', () => {
  const listener = vi.fn()
  const leave = subscribeToToasts(listener)

  showToast('Saved.')
  removeToast(currentToasts()[0]?.id ?? 0)
  leave()
  showToast('Saved again.')

  expect(listener).toHaveBeenCalledTimes(2)
})

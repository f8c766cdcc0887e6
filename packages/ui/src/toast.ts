export type ToastKind = 'success' | 'error' | 'warning' | 'info'

export interface ToastMessage {
  id: number
  kind: ToastKind
  text: string
  /** A translation, shown after the text. */
  translation?: { lang: string; text: string } | undefined
}

let lastId = 0
let queue: readonly ToastMessage[] = []
const listeners = new Set<() => void>()

function setQueue(next: readonly ToastMessage[]) {
  queue = next
  for (const listener of listeners) listener()
}

/**
 * Shows a message for three seconds in the page's `ToastRegion`. Only in the browser, in response
 * to the shopper; a message that is already waiting or shown is not repeated.
 */
export function showToast(
  text: string,
  kind: ToastKind = 'success',
  translation?: ToastMessage['translation'],
): void {
  if (queue.some((toast) => toast.text === text && toast.kind === kind)) return
  lastId += 1
  setQueue([...queue, { id: lastId, kind, text, translation }])
}

/** Removes a message, shown or waiting. */
export function removeToast(id: number): void {
  setQueue(queue.filter((toast) => toast.id !== id))
}

/** Calls `listener` for every change until the returned function is called. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** All messages, oldest first. */
export function currentToasts(): readonly ToastMessage[] {
  return queue
}

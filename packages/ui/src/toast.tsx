import { clsx } from 'clsx'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icon.tsx'
import styles from './toast.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export type ToastKind = 'success' | 'error' | 'warning' | 'info'

interface ToastMessage {
  id: number
  kind: ToastKind
  text: string
  /** A translation, shown after the text. */
  translation?: { lang: string; text: string } | undefined
}

const none: readonly ToastMessage[] = []
let lastId = 0
let queue = none
const listeners = new Set<() => void>()

function setQueue(next: readonly ToastMessage[]) {
  queue = next
  for (const listener of listeners) listener()
}

/**
 * Shows a message for three seconds in the page's `ToastRegion`. Only in the browser, in response
 * to the shopper; a message that is already waiting or shown starts again instead of standing twice.
 */
export function showToast(
  text: string,
  kind: ToastKind = 'success',
  translation?: ToastMessage['translation'],
): void {
  lastId += 1
  const others = queue.filter((toast) => toast.text !== text || toast.kind !== kind)
  setQueue([...others, { id: lastId, kind, text, translation }])
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

const shownFor = 3000
const shownAtOnce = 3

const spokenKind: Record<ToastKind, string> = {
  success: '',
  info: '',
  warning: 'Warning: ',
  error: 'Error: ',
}

function isUrgent({ kind }: ToastMessage): boolean {
  return kind === 'error' || kind === 'warning'
}

/**
 * The region of the toasts, once on every page: three at a time, while the rest wait. An urgent one
 * is an alert, the others are in a polite live region beside it: a toast inside both would be read
 * twice.
 */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => none)
  const shown = toasts.slice(0, shownAtOnce)
  const ofUrgency = (urgent: boolean) =>
    shown
      .filter((toast) => isUrgent(toast) === urgent)
      .map((toast) => <Toast key={toast.id} toast={toast} />)
  return (
    <section className={styles.region} aria-label="Notices">
      <div>{ofUrgency(true)}</div>
      <div aria-live="polite">{ofUrgency(false)}</div>
    </section>
  )
}

function Toast({ toast }: { toast: ToastMessage }) {
  const [isLeaving, setIsLeaving] = useState(false)
  const [isHeld, setIsHeld] = useState(false)

  // The timer stops under the pointer and the focus, so that there is time to read.
  useEffect(() => {
    if (isHeld || isLeaving) return
    const timer = setTimeout(() => setIsLeaving(true), shownFor)
    return () => clearTimeout(timer)
  }, [isHeld, isLeaving])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer and the focus only hold it in sight
    <div
      className={clsx(styles.toast, isLeaving && styles.leaving)}
      role={isUrgent(toast) ? 'alert' : undefined}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      onAnimationEnd={() => isLeaving && removeToast(toast.id)}
    >
      <span className={clsx(styles.mark, styles[toast.kind])} />
      <p className={styles.text}>
        <VisuallyHidden>{spokenKind[toast.kind]}</VisuallyHidden>
        {toast.text}
        {toast.translation && (
          <>
            {' '}
            <span lang={toast.translation.lang}>{toast.translation.text}</span>
          </>
        )}
      </p>
      <IconButton label="Dismiss" onClick={() => setIsLeaving(true)}>
        <CloseIcon size={12} />
      </IconButton>
    </div>
  )
}

import { useCallback } from 'react'
import { useLayoutData } from '../../lib/api/layout-data.ts'
import type { PixelEvent } from './pixel.ts'

const storageKey = 'measurementConsent'

/** The shopper's answer; null before it. */
export type ConsentChoice = 'granted' | 'declined' | null

const listeners = new Set<() => void>()
/** For browsers that forbid storage: the answer then lasts as long as the page. */
let unstored: ConsentChoice = null

function isChoice(value: unknown): value is ConsentChoice {
  return value === 'granted' || value === 'declined'
}

/** The answer stored in this browser. */
export function readConsent(): ConsentChoice {
  try {
    const kept = localStorage.getItem(storageKey)
    return isChoice(kept) ? kept : unstored
  } catch {
    return unstored
  }
}

/** Stores the answer and notifies the listeners. */
export function writeConsent(choice: NonNullable<ConsentChoice>): void {
  unstored = choice
  try {
    localStorage.setItem(storageKey, choice)
  } catch {
    // Storage is blocked: the question returns on the next page load.
  }
  for (const listener of listeners) listener()
}

function onStorage({ key }: StorageEvent) {
  if (key === null || key === storageKey) for (const listener of listeners) listener()
}

/** Calls `listener` on every answer, in this tab or another. Returns its removal. */
export function subscribeToConsent(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onStorage)
  }
}

/**
 * Returns the function that reports an event to the advertising pixel. Without a pixel or the
 * shopper's consent, it loads and sends nothing.
 */
export function useTrack(): (event: PixelEvent) => void {
  const { pixel } = useLayoutData().settings
  return useCallback(
    (event) => {
      if (!pixel || readConsent() !== 'granted') return
      const page = new URL(window.location.href)
      import('./pixel.ts').then(
        ({ sendPixelEvent }) => sendPixelEvent(pixel, event, page),
        // An event whose code does not load is dropped.
        () => {},
      )
    },
    [pixel],
  )
}

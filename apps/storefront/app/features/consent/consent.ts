import { useCallback } from 'react'
import { useLayoutData } from '../../lib/api/layout-data.ts'
import type { PixelEvent } from './pixel.ts'

const storageKey = 'measurementConsent'

/** What the visitor answered; null while not asked. */
export type ConsentChoice = 'granted' | 'declined' | null

const listeners = new Set<() => void>()
/** For browsers that forbid storage: the answer then lasts as long as the page. */
let unstored: ConsentChoice = null

function isChoice(value: unknown): value is ConsentChoice {
  return value === 'granted' || value === 'declined'
}

/** The answer kept in this browser. */
export function readConsent(): ConsentChoice {
  try {
    const kept = localStorage.getItem(storageKey)
    return isChoice(kept) ? kept : unstored
  } catch {
    return unstored
  }
}

/** Keeps the answer and tells whoever listens. */
export function writeConsent(choice: NonNullable<ConsentChoice>): void {
  unstored = choice
  try {
    localStorage.setItem(storageKey, choice)
  } catch {
    // Storage is forbidden: the visitor is asked again on the next page load.
  }
  for (const listener of listeners) listener()
}

function onStorage({ key }: StorageEvent) {
  if (key === null || key === storageKey) for (const listener of listeners) listener()
}

/** Tells `listener` of every answer, in this tab or another, until the returned function is called. */
export function subscribeToConsent(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onStorage)
  }
}

/**
 * Gives the function that tells the advertising pixel of an event. Without a pixel, and without the
 * visitor's consent, it loads nothing and tells nothing.
 */
export function useTrack(): (event: PixelEvent) => void {
  const { pixel } = useLayoutData().settings
  return useCallback(
    (event) => {
      if (!pixel || readConsent() !== 'granted') return
      const page = new URL(window.location.href)
      import('./pixel.ts').then(
        ({ sendPixelEvent }) => sendPixelEvent(pixel, event, page),
        // What cannot be loaded tells nothing; nobody misses it.
        () => {},
      )
    },
    [pixel],
  )
}

import { type KeyboardEvent, useSyncExternalStore } from 'react'

/** Whether the window matches a media query such as `(width < 768px)`; only for the browser. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )
}

/**
 * Whether a key belongs to an input method that is putting a word together. The Enter that ends the word is
 * recognised by its code alone in Safari, which has ended the composition by then.
 */
export function isComposing({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}

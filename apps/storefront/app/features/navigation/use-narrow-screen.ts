import { useSyncExternalStore } from 'react'

const narrow = '(width <= 48rem)'

function subscribe(listener: () => void) {
  const query = window.matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the screen is at most 48rem wide. For parts that only ever render in the browser. */
export function useNarrowScreen(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(narrow).matches)
}

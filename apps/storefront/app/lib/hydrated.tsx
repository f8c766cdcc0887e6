import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'

/** Subscribes to nothing. */
export const never = () => () => {}

/**
 * False on the server and in the first render of the browser, then `isWanted`: rendered in the task that ends
 * hydration, before any press is answered. For what is small, or must be there for a press.
 */
export function useHydrated(isWanted = true): boolean {
  return useSyncExternalStore(
    never,
    () => isWanted,
    () => false,
  )
}

const AfterHydration = createContext(false)

/**
 * Provides `useAfterHydration` to everything below it. The change is a transition, for components
 * that are all over a page.
 */
export function AfterHydrationProvider({ children }: { children: ReactNode }) {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => startTransition(() => setIsOver(true)), [])
  return <AfterHydration value={isOver}>{children}</AfterHydration>
}

/** False on the server and until just after hydration: a press may be answered before. */
export function useAfterHydration(): boolean {
  return use(AfterHydration)
}

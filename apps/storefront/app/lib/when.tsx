import { keyOfShownPage } from '@solvane/ui/overlay-behavior.ts'
import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLocation, useNavigationType } from 'react-router'

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

/**
 * Calls `work` once the page is idle, but not before `pause` milliseconds have passed. Where browsers
 * cannot tell when a page is idle, it is called two seconds after that.
 */
export function whenIdle(work: () => void, pause = 0): void {
  const wait = window.requestIdleCallback ?? ((begin) => setTimeout(begin, 2_000))
  if (pause === 0) wait(work)
  else setTimeout(() => wait(work), pause)
}

/**
 * Calls `act` when the shopper arrives at a page, by a link, also one to the current page, or by going back.
 * A replaced query string, with a chosen colour for example, is still the same page: a drawer opened
 * while the navigation is pending must not close again.
 */
export function useOnNewPage(act: () => void): void {
  const { key, search } = useLocation()
  const way = useNavigationType()
  const lastSearch = useRef(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page does it
  useEffect(() => {
    const isSamePage = way === 'REPLACE' && search !== lastSearch.current
    lastSearch.current = search
    if (!isSamePage) act()
  }, [key])
}

/**
 * Whether an overlay is open, and the function that opens or closes it. It closes when the shopper
 * arrives at another page, but not if they opened it there, or on the way there: on a slow device the page
 * comes later than its address.
 */
export function useOpenOnPage(): [boolean, (isOpen: boolean) => void] {
  const { key } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const openedOn = useRef<string>(undefined)
  useOnNewPage(() => {
    if (openedOn.current !== key) setIsOpen(false)
  })
  function set(willOpen: boolean) {
    if (willOpen) openedOn.current = keyOfShownPage()
    setIsOpen(willOpen)
  }
  return [isOpen, set]
}

import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLocation } from 'react-router'
import { useLayoutData } from '../../lib/api/layout-data.ts'
import { useHydrated } from '../../lib/when.tsx'
import { readConsent, subscribeToConsent, useTrack, writeConsent } from './consent.ts'

const loadBanner = () => import('./consent-banner.tsx')

const AskAgainContext = createContext<(() => void) | null>(null)

/** Opens the question again; null where there is nothing to ask. */
function useAskAgain(): (() => void) | null {
  return use(AskAgainContext)
}

/**
 * Asks once whether visits may be reported to the advertising pixel, and reports page views once they
 * may. A shop without a pixel asks nothing.
 */
export function ConsentProvider({ children }: { children: ReactNode }) {
  const { pixel } = useLayoutData().settings
  const isHydrated = useHydrated()
  const choice = useSyncExternalStore(subscribeToConsent, readConsent, () => null)
  const { part, demand } = useOnDemand(loadBanner)
  const [isAskedAgain, setIsAskedAgain] = useState(false)
  const askAgain = useMemo(
    () =>
      pixel &&
      (() => {
        setIsAskedAgain(true)
      }),
    [pixel],
  )
  const isAsked = pixel !== null && isHydrated && (choice === null || isAskedAgain)

  // Filters and pages of a list are the same page.
  const { pathname } = useLocation()
  const track = useTrack()
  const trackedPath = useRef<string | null>(null)
  useEffect(() => {
    if (choice !== 'granted' || trackedPath.current === pathname) return
    trackedPath.current = pathname
    track({ name: 'PageView', data: {} })
  }, [choice, pathname, track])

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
  useEffect(() => {
    if (isAsked) void demand()
  }, [isAsked])

  return (
    <AskAgainContext value={askAgain}>
      {children}
      {isAsked && part && (
        <part.ConsentBanner
          choice={choice}
          isAskedAgain={isAskedAgain}
          onAnswer={(answer) => {
            writeConsent(answer)
            setIsAskedAgain(false)
          }}
        />
      )}
    </AskAgainContext>
  )
}

/** Opens the question about measurement again; empty where no question is needed. */
export function ConsentLink({ className }: { className: string | undefined }) {
  const askAgain = useAskAgain()
  if (!askAgain) return null
  return (
    <button type="button" className={className} onClick={askAgain}>
      Privacy choices
    </button>
  )
}

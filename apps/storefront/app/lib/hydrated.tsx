import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react'

const HydratedContext = createContext(false)

/**
 * Tells everything below it once the page is hydrated. As a transition of its own: within the one task that
 * ends hydration, all that it changes would keep a press waiting.
 */
export function HydratedProvider({ children }: { children: ReactNode }) {
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => startTransition(() => setIsHydrated(true)), [])
  return <HydratedContext value={isHydrated}>{children}</HydratedContext>
}

/** False on the server and until the browser has hydrated the page. */
export function useHydrated(): boolean {
  return use(HydratedContext)
}

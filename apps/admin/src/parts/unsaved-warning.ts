import { useEffect } from 'react'
import { useBlocker } from 'react-router'

const question = 'What you have changed is not saved. Leave all the same?'

/** The state of an address that is gone to because everything was just saved. */
export const justSaved = { isJustSaved: true }

/** Asks before a page is left on which something is typed that is not saved. */
export function useUnsavedWarning(isDirty: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      currentLocation.pathname !== nextLocation.pathname &&
      !nextLocation.state?.isJustSaved,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (window.confirm(question)) blocker.proceed()
    else blocker.reset()
  }, [blocker])
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
}

import { useEffect } from 'react'
import { useBlocker } from 'react-router'

const question = 'You have unsaved changes. Leave this page?'

/** The navigation state after a save, which skips the warning. */
export const justSaved = { isJustSaved: true }

/** Asks before a page with unsaved changes is left. */
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

import { useState } from 'react'
import { showToast } from './toast.ts'

interface OnDemand<Part> {
  /** What was loaded; null until then. */
  part: Part | null
  /** True while a demand waits. */
  isLoading: boolean
  /** Loads it quietly, on the first sign that it will be wanted. */
  prepare: () => void
  /** Loads it now. Gives true once it is there; tells the shopper and gives false if it cannot be. */
  demand: () => Promise<boolean>
}

/**
 * A part of the page that is loaded when it is first wanted: `useOnDemand(() => import('./it.tsx'))`.
 * `load` must be safe to call again.
 */
export function useOnDemand<Part extends object>(load: () => Promise<Part>): OnDemand<Part> {
  const [part, setPart] = useState<Part | null>(null)
  const [isLoading, setIsLoading] = useState(false)

  async function demand() {
    if (part) return true
    setIsLoading(true)
    try {
      const loaded = await load()
      setPart(loaded)
      return true
    } catch {
      showToast('This part did not load. Please check your connection and try again.', 'error')
      return false
    } finally {
      setIsLoading(false)
    }
  }

  function prepare() {
    if (part) return
    // A failure here is silent: the press that follows tries again and speaks.
    load().then(setPart, () => {})
  }

  return { part, isLoading, prepare, demand }
}

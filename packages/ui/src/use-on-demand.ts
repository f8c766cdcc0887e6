import { useState } from 'react'
import { showToast } from './toast.tsx'

interface OnDemand<Part> {
  /** The loaded part; null until then. */
  part: Part | null
  /** True while `demand` waits. */
  isLoading: boolean
  /** Preloads it, on hover for example. */
  prepare: () => void
  /**
   * Loads it now. Returns true once it is loaded; shows a toast and returns false if that fails.
   */
  demand: () => Promise<boolean>
}

/**
 * A part of the page that is loaded when it is first needed: `useOnDemand(() =>
 * import('./it.tsx'))`. `load` must be safe to call again.
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
    // A task of its own: a page prepares several parts at once, in the task that ends hydration. A failure is
    // silent here: the click that follows tries again and reports it.
    setTimeout(() => load().then(setPart, () => {}))
  }

  return { part, isLoading, prepare, demand }
}

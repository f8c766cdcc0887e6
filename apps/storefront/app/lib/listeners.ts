/** Those who want to hear of changes. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    /** Tells everyone. */
    tell() {
      for (const listener of listeners) listener()
    },
    /** Tells `listener` from now on, until the function that this gives is called. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

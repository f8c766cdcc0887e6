/** Lets things rest before they are acted on. */
interface Rests {
  /**
   * Resolves with true once `key` has rested, and with false as soon as a new rest of it begins.
   */
  rest(key: string): Promise<boolean>
  /** Ends every rest now: those who wait for it act. */
  hurry(): void
}

/** Each rest lasts `milliseconds` after the last change. */
export function createRests(milliseconds: number): Rests {
  const underWay = new Map<string, (hasRested: boolean) => void>()
  return {
    rest(key) {
      underWay.get(key)?.(false)
      return new Promise((resolve) => {
        const end = (hasRested: boolean) => {
          clearTimeout(timer)
          underWay.delete(key)
          resolve(hasRested)
        }
        const timer = setTimeout(end, milliseconds, true)
        underWay.set(key, end)
      })
    },
    hurry() {
      for (const end of [...underWay.values()]) end(true)
    },
  }
}

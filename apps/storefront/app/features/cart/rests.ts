/**
 * Lets something rest before it is acted on, `milliseconds` after its last change. The function
 * resolves with true after the rest of `key`, and with false as soon as a new one of it begins.
 */
export function createRests(milliseconds: number): (key: string) => Promise<boolean> {
  const interrupts = new Map<string, () => void>()
  return (key) => {
    interrupts.get(key)?.()
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        interrupts.delete(key)
        resolve(true)
      }, milliseconds)
      interrupts.set(key, () => {
        clearTimeout(timer)
        resolve(false)
      })
    })
  }
}

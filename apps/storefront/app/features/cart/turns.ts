/** Runs work one after the other. */
interface Turns {
  /** Runs `work` after all that was given before, however that ends; gives what it gives. */
  take<Result>(work: () => Promise<Result>): Promise<Result>
  /** Whether something runs or waits. */
  isBusy(): boolean
}

/** `onDone` is told after each piece of work. */
export function createTurns(onDone: () => void): Turns {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    take(work) {
      waiting += 1
      const result = last.then(work).finally(() => {
        waiting -= 1
        onDone()
      })
      last = result.catch(() => {})
      return result
    },
    isBusy: () => waiting > 0,
  }
}

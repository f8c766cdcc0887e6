/** What has been opened, and how to close all of it when the process is to end. */
export interface Lifecycle {
  /** Remembers how to close something; what was opened last is closed first. */
  onStop(close: () => Promise<unknown>, withinMilliseconds: number): void
  /** Closes everything and ends the process. Later calls change nothing. */
  stop(exitCode: number): void
  isStopping(): boolean
}

interface LifecycleOptions {
  exit: (code: number) => void
  /** Told what could not be closed. */
  onError: (error: unknown) => void
}

/** Nothing that hangs can hold up the rest: each part has its own time to close in. */
export function createLifecycle({ exit, onError }: LifecycleOptions): Lifecycle {
  const parts: { close: () => Promise<unknown>; withinMilliseconds: number }[] = []
  let stopping = false

  async function closeAll() {
    for (const { close, withinMilliseconds } of parts.reverse()) {
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, withinMilliseconds)
      await Promise.race([close(), late.promise]).catch(onError)
      clearTimeout(timer)
    }
  }

  return {
    onStop: (close, withinMilliseconds) => void parts.push({ close, withinMilliseconds }),
    stop(exitCode) {
      if (stopping) return
      stopping = true
      closeAll().finally(() => exit(exitCode))
    },
    isStopping: () => stopping,
  }
}

/** The open resources of a process, and how to close them when it ends. */
export interface Lifecycle {
  /** Registers how to close a resource; the last one is closed first. */
  onStop(close: () => Promise<unknown>, withinMilliseconds: number): void
  /** Closes everything and exits. Later calls have no effect. */
  stop(exitCode: number): void
  isStopping(): boolean
}

interface LifecycleOptions {
  exit: (code: number) => void
  /** Called for resources that fail to close. */
  onError: (error: unknown) => void
}

/**
 * Each resource has its own time limit for closing, so that one that hangs does not stop the rest.
 */
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

/**
 * A reason not to start that the person who started the process can act on. Its message is one
 * sentence, shown without a stack.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}

/** The code (`EACCES`, `ENOSPC`, …) of a failed system call; undefined for any other error. */
export function systemErrorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return undefined
}

/** Explains in a sentence why the shop cannot listen there; returns other errors unchanged. */
export function explainListenError(
  error: unknown,
  { setting = 'PORT', ...place }: { host: string; port: number; setting?: string },
): unknown {
  switch (systemErrorCode(error)) {
    case 'EADDRINUSE':
      return new StartupError(
        `Port ${place.port} is taken by another program: stop it, or choose another port, for example ${setting}=${place.port === 65_535 ? 3001 : place.port + 1}.`,
      )
    case 'EACCES':
      return new StartupError(
        `Port ${place.port} may only be opened by root: choose one above 1023, for example ${setting}=3000.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartupError(`HOST ${place.host} is no address of this machine.`)
    default:
      return error
  }
}

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

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

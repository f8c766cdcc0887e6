/**
 * A reason not to start that the person at the keyboard can act on.
 * Its message is one clear sentence and is shown alone, without a stack.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}

/** The code (`EACCES`, `ENOSPC`, …) of a failed system call, or undefined for any other error. */
export function systemErrorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return undefined
}

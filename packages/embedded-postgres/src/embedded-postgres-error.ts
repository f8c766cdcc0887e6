/**
 * A reason why the embedded PostgreSQL cannot run that the person at the keyboard can act on. Its
 * message is one clear sentence, to be shown alone, without a stack.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}

/** The code (`EACCES`, `ENOSPC`, …) of a failed system call, or undefined for any other error. */
export function systemErrorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return undefined
}

/**
 * A reason why the embedded PostgreSQL cannot run that the person who started it can act on. Its
 * message is one sentence, to be shown without a stack.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}

/** The code (`EACCES`, `ENOSPC`, …) of a failed system call; undefined for any other error. */
export function systemErrorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return undefined
}

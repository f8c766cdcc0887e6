import pg from 'pg'

/** What `refuse_unless` (`database/functions/orders.sql`) raises. */
const refused = 'SV001'
const uniqueViolation = '23505'
const foreignKeyViolation = '23503'
const deadlock = '40P01'

function has(error: unknown, code: string): error is Error & { constraint?: string } {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Whether it was a statement that the database refused, and not the connection that broke. */
export function isStatementRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}

/** Whether the connection broke, most likely because the server ended. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.severity === 'FATAL'
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(ECONN|EPIPE|ENOENT)/.test(code) || /^Connection terminated|not queryable/.test(error.message)
  )
}

/** Whether the database refused to go on because `what` was not so (`refuse_unless`). */
export function wasRefused(error: unknown, what: string): boolean {
  return has(error, refused) && error.message === what
}

/** Whether there is a row already that the unique `constraint` allows once. */
export function isTaken(error: unknown, constraint: string): boolean {
  return has(error, uniqueViolation) && error.constraint === constraint
}

/** Whether a row was to be removed that others refer to. */
export function isInUse(error: unknown): boolean {
  return has(error, foreignKeyViolation)
}

/** So often a transaction is begun that the database ends for others. */
const mostTries = 3

/** Does `work`, a whole transaction, once more when the database ended it for others (`isDeadlock`). */
export async function againAfterDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isDeadlock(error) || tries === mostTries) throw error
    }
  }
}

/** Whether the database ended the transaction because it and others waited for one another. */
export function isDeadlock(error: unknown): boolean {
  return has(error, deadlock)
}

/**
 * PostgreSQL is stopping, starting or too busy, has no room, took too long, or only reads (57, 53, 08,
 * 25006, 55P03); or the connection to it broke.
 */
const awayCodes =
  /^(08...|53...|57014|57P0\d|25006|55P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** What pg, and the queue of jobs, say without a code. */
const awayMessages =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed|LISTEN\/NOTIFY (connection ended|heartbeat timed out))/

interface Failure {
  message?: string
  code?: string
  syscall?: string
  cause?: unknown
}

/** Whether `error`, or what caused it, is that the database can not be asked now: later it may. */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { message, code, syscall, cause } = error as Failure
  if (cause !== undefined && isDatabaseAway(cause)) return true
  // The socket of a server on this machine; a file may be missing as well.
  if (code === 'ENOENT') return syscall === 'connect'
  return code === undefined ? awayMessages.test(message ?? '') : awayCodes.test(code)
}

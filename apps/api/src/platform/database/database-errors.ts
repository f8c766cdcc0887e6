import pg from 'pg'
import { StartupError } from '../process/startup-error.ts'
import { placeOf } from './check-database.ts'

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

/** Whether `error` or its cause is that the database is unavailable for now. */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { message, code, syscall, cause } = error as Failure
  if (cause !== undefined && isDatabaseAway(cause)) return true
  // The socket of a server on this machine; a file may be missing as well.
  if (code === 'ENOENT') return syscall === 'connect'
  return code === undefined ? awayMessages.test(message ?? '') : awayCodes.test(code)
}

const insufficientPrivilege = '42501'
const readOnlyTransaction = '25006'
const featureNotSupported = '0A000'
const undefinedFile = '58P01'
/** A table, column, index, type or function of ours that is there already, or not as we made it. */
const notOurs = ['42P07', '42701', '42703', '42710', '42723']

/**
 * Says in a sentence why the PostgreSQL at `url` will not hold the shop's tables; errors of any other
 * kind come back as they are.
 */
export function explainRefusal(error: unknown, url: string): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  const { code = '', message } = error
  const database = `The database ${placeOf(new pg.Client({ connectionString: url }))}`
  if (code === insufficientPrivilege)
    return new StartupError(
      `${database} does not let the shop make its tables (${message}): make its role the owner of the database and of all that is in it.`,
    )
  if (code === readOnlyTransaction)
    return new StartupError(
      `${database} may only be read (${message}): name the server that is written to in DATABASE_URL.`,
    )
  if ([featureNotSupported, undefinedFile].includes(code) && message.includes('extension'))
    return new StartupError(
      `${database} lacks an extension that the shop needs (${message}): install PostgreSQL's contrib modules on its server.`,
    )
  if (notOurs.includes(code))
    return new StartupError(
      `${database} holds something else already (${message}): give the shop a database of its own.`,
    )
  return error
}

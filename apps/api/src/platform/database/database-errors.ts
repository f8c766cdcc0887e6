import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { ServiceUnavailable } from '../errors/shop-error.ts'
import { StartupError } from '../process/lifecycle.ts'
import { placeOf } from './database-urls.ts'

/** The code of `refuse_unless` (`database/functions/orders.sql`). */
const refused = 'SV001'
const uniqueViolation = '23505'
const foreignKeyViolation = '23503'
const deadlock = '40P01'
const diskFull = '53100'
const lockNotAvailable = '55P03'

function has(error: unknown, code: string): error is Error & { constraint?: string } {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Whether the database rejected a statement, as opposed to a broken connection. */
export function isStatementRejected(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}

/** Whether the connection broke, most likely because the server stopped. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.severity === 'FATAL'
  if (!(error instanceof Error)) return false
  const { code = '', syscall }: Failure = error
  // The socket of a local server; a file may be missing as well.
  if (code === 'ENOENT') return syscall === 'connect'
  return /^(ECONN|EPIPE)/.test(code) || /^Connection terminated|not queryable/.test(error.message)
}

/** Whether `refuse_unless` failed because `what` was false. */
export function wasRejected(error: unknown, what: string): boolean {
  return has(error, refused) && error.message === what
}

/** Whether the error is a violation of the unique `constraint`. */
export function isTaken(error: unknown, constraint: string): boolean {
  return has(error, uniqueViolation) && error.constraint === constraint
}

/** Whether the row to delete is still referenced. */
export function isInUse(error: unknown): boolean {
  return has(error, foreignKeyViolation)
}

/** The most attempts of a transaction that ends in deadlocks. */
const mostAttempts = 3

/**
 * The pause before another attempt, in milliseconds: the least, and the most that is added at
 * random.
 */
const pause = { least: 20, more: 60 }

/**
 * Repeats `work`, a whole transaction, after a deadlock. It pauses first: at once it would take the lock that
 * the other transaction is just waking up for, and be in the same deadlock again.
 */
export async function retryAfterDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isDeadlock(error) || attempt === mostAttempts) throw error
      await delay(pause.least + Math.random() * pause.more)
    }
  }
}

/** Whether the database ended the transaction because of a deadlock. */
export function isDeadlock(error: unknown): boolean {
  return has(error, deadlock)
}

/** Whether the database gave up waiting for a lock (`lock_timeout`). */
export function isLockTimeout(error: unknown): boolean {
  return has(error, lockNotAvailable)
}

/**
 * PostgreSQL is stopping, starting, overloaded, out of space, too slow, or read-only (57, 53, 08,
 * 25006, 55P03); or the connection broke.
 */
const awayCodes =
  /^(08...|53...|57014|57P0\d|25006|55P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Messages of pg and pg-boss that have no code. */
const awayMessages =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed|LISTEN\/NOTIFY (connection ended|heartbeat timed out))/

interface Failure {
  message?: string
  code?: string
  severity?: string
  syscall?: string
  cause?: unknown
}

/** Whether `error` or its cause is that the database is unavailable for now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  // Its cause may look like a lost database: a refused connection, for example.
  if (error instanceof ServiceUnavailable) return false
  const { message, code, severity, syscall, cause } = error as Failure
  // The server ended the connection, or refused it.
  if (severity === 'FATAL') return true
  if (cause !== undefined && isDatabaseUnavailable(cause)) return true
  // The socket of a local server; a file may be missing as well.
  if (code === 'ENOENT') return syscall === 'connect'
  return code === undefined ? awayMessages.test(message ?? '') : awayCodes.test(code)
}

const tooManyConnections = '53300'

/** Whether the server, or the pooler before it, has as many connections as it may have. */
export function hasNoConnectionLeft(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return error.code === tooManyConnections || /^no more connections allowed/.test(error.message)
}

/** Whether `error` or its cause is that the database's disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, cause } = error as Failure
  return code === diskFull || isDiskFull(cause)
}

const insufficientPrivilege = '42501'
const readOnlyTransaction = '25006'
const featureNotSupported = '0A000'
const undefinedFile = '58P01'
/** A table, column, index, type or function of another program exists, or differs from ours. */
const notOurs = ['42P07', '42701', '42703', '42710', '42723']

/**
 * Explains in a sentence why the shop's tables cannot be created at `url`; returns other errors
 * unchanged.
 */
export function explainMigrationError(error: unknown, url: string): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  const { code = '', message } = error
  const database = `The database ${placeOf(url)}`
  if (code === insufficientPrivilege && message.includes('extension'))
    return new StartupError(
      `${database} does not let the shop create an extension (${message}): let its role own the database, or have an administrator run create extension for pg_trgm, unaccent and fuzzystrmatch in it.`,
    )
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

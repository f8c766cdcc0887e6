import pino, { type DestinationStream, type LogFn, type Logger } from 'pino'
import { isDatabaseUnavailable } from '../database/database-errors.ts'

/** Repeated errors within this time belong to the same outage, in milliseconds. */
const quietMilliseconds = 60_000

/**
 * Opens the log. Without the database everything fails at once and no stack helps, so an error
 * caused by it is logged in one line for a request, and once per outage outside of requests.
 */
export function openLog(level: string, destination?: DestinationStream): Logger {
  /** When each error was last logged outside of requests. */
  const lastFailures = new Map<string, number>()

  function isSaid(message: string): boolean {
    const now = performance.now()
    const last = lastFailures.get(message) ?? Number.NEGATIVE_INFINITY
    lastFailures.set(message, now)
    return now - last < quietMilliseconds
  }

  function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const [fields, message = ''] = args as [unknown, string?]
    const { err, ...others } = (
      typeof fields === 'object' && fields !== null ? fields : {}
    ) as Record<string, unknown>
    if (err === undefined || !isDatabaseUnavailable(err)) method.apply(this, args)
    else if (this !== log || !isSaid(message))
      this.warn({ ...others, reason: reasonOf(err) }, message)
  }

  const log = pino({ level, hooks: { logMethod } }, destination)
  return log
}

/** The message of the root cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause === undefined ? message : reasonOf(cause)
}

import pino, { type DestinationStream, type LogFn, type Logger } from 'pino'
import { isDatabaseAway } from '../database/database-errors.ts'

/** What fails again within this time is of the same outage, in milliseconds. */
const quietMilliseconds = 60_000

/**
 * Opens the log. A database that is away makes everything fail at once, and needs no stack to be found:
 * whatever error it is the cause of is one line for a request, and, outside of requests, one for an outage.
 */
export function openLog(level: string, destination?: DestinationStream): Logger {
  /** When each thing failed last, outside of requests. */
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
    if (err === undefined || !isDatabaseAway(err)) method.apply(this, args)
    else if (this !== log || !isSaid(message))
      this.warn({ ...others, reason: reasonOf(err) }, message)
  }

  const log = pino({ level, hooks: { logMethod } }, destination)
  return log
}

/** What was said by what went wrong first. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause === undefined ? message : reasonOf(cause)
}

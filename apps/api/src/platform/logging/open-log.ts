import pino, { type DestinationStream, type LogFn, type Logger } from 'pino'
import { isDatabaseUnavailable } from '../database/database-errors.ts'
import { isServiceUnavailable, rootCauseOf } from '../errors/shop-error.ts'
import { traceIds } from '../tracing/tracing.ts'

/** Repeated errors within this time belong to the same outage, in milliseconds. */
const quietMilliseconds = 60_000

interface LogOptions {
  destination?: DestinationStream
  /** Called with each logged error that means that the database is unavailable. */
  databaseFailed?: (error: unknown) => void
}

/**
 * Opens the log. During an outage of the database or another service everything that needs it fails
 * and no stack helps, so an error caused by it is a warning, in one line for a request, and once per
 * outage outside of requests. The outage itself is logged by `Services`.
 */
export function openLog(
  level: string,
  { destination, databaseFailed = () => {} }: LogOptions = {},
): Logger {
  /** When each error was last logged outside of requests. */
  const lastFailures = new Map<string, number>()

  function isSaid(failure: string): boolean {
    const now = performance.now()
    const last = lastFailures.get(failure) ?? Number.NEGATIVE_INFINITY
    lastFailures.set(failure, now)
    return now - last < quietMilliseconds
  }

  function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const [fields, message = ''] = args as [unknown, string?]
    const { err, ...others } = (
      typeof fields === 'object' && fields !== null ? fields : {}
    ) as Record<string, unknown>
    const isOfDatabase = isDatabaseUnavailable(err)
    if (isOfDatabase) databaseFailed(err)
    if (!isOfDatabase && !isServiceUnavailable(err)) method.apply(this, args)
    else if (this !== log || !isSaid(`${isOfDatabase} ${message}`))
      this.warn({ ...others, reason: rootCauseOf(err) }, message)
  }

  const log = pino({ level, hooks: { logMethod }, mixin: traceIds }, destination)
  return log
}

import { type ErrorCode, errorCatalogue } from '@solvane/contract/errors'

/** An expected failure that the contract declares. The error handler turns it into an envelope. */
export class ShopError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown> | undefined

  /**
   * `message` replaces the catalogue's and may be shown to a shopper; `details` are sent to the
   * client.
   */
  constructor(code: ErrorCode, details?: Record<string, unknown>, message?: string) {
    super(message ?? errorCatalogue[code].message)
    this.code = code
    this.status = errorCatalogue[code].status
    this.details = details
  }
}

/**
 * Another service is unavailable: the file storage, the mail server or a payment provider.
 * Repeating the request later may help.
 */
export class ServiceUnavailable extends Error {}

/** Whether `error` or one of its causes is that another service is unavailable. */
export function isServiceUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof ServiceUnavailable || isServiceUnavailable(error.cause)
}

/** The message of the root cause. */
export function rootCauseOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const { message, cause } = error as Error
  return cause === undefined ? message : rootCauseOf(cause)
}

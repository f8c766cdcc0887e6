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

import { type ErrorCode, errorCatalogue } from '@solvane/contract/errors'

/** An expected failure, declared in the contract. Becomes the error envelope in one place. */
export class ShopError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown> | undefined

  /** `message` replaces the catalogue's, for a shopper to read; `details` go to the client as they are. */
  constructor(code: ErrorCode, details?: Record<string, unknown>, message?: string) {
    super(message ?? errorCatalogue[code].message)
    this.code = code
    this.status = errorCatalogue[code].status
    this.details = details
  }
}

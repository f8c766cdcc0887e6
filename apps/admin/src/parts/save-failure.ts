import { isApiFailure } from '@solvane/client/api'

/** Why a save was refused. */
export interface SaveFailure {
  text: string
  /** What is wrong with which field, as `variants.0.price`. */
  fields: Record<string, string>
  /** Somebody else has saved this meanwhile. */
  isStale: boolean
}

/** Reads a refused call; anything else is thrown on. */
export function readFailure(error: unknown): SaveFailure {
  if (!isApiFailure(error)) throw error
  const fields = (error.details?.fields ?? []) as { field: string; message: string }[]
  return {
    text: error.message,
    fields: Object.fromEntries(fields.map(({ field, message }) => [field, message]).toReversed()),
    isStale: error.code === 'STALE_EDIT',
  }
}

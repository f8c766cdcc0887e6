import { isApiFailure } from '@solvane/client/api'

/** Why a save was rejected. */
export interface SaveFailure {
  text: string
  /** Errors by field, such as `variants.0.price`. */
  fields: Record<string, string>
  /** Somebody else has saved a newer version. */
  isStale: boolean
}

/** Reads a rejected request; other errors are thrown again. */
export function readFailure(error: unknown): SaveFailure {
  if (!isApiFailure(error)) throw error
  const details = (error.details ?? {}) as FailureDetails
  const { fields = [] } = details
  const isStale = error.code === 'STALE_EDIT'
  return {
    text: [error.message, isStale && changeOf(details)].filter(Boolean).join(' '),
    fields: Object.fromEntries(fields.map(({ field, message }) => [field, message]).toReversed()),
    isStale,
  }
}

interface FailureDetails {
  fields?: { field: string; message: string }[]
  changedBy?: { name: string | null } | null
  changedFields?: string[] | null
}

/** Who changed which fields, as far as the server knows. */
function changeOf({ changedBy, changedFields }: FailureDetails): string {
  const name = changedBy?.name
  const list = changedFields?.join(', ')
  if (!name && !list) return ''
  return `Changed${list ? `: ${list}` : ''}${name ? ` (by ${name})` : ''}.`
}

/** Applies edits to a newer version: edited fields keep the edit, the others take the newer value. */
export function mergeEdits<Values extends object>(
  base: Values,
  edited: Values,
  latest: Values,
): Values {
  const before = new Map<string, unknown>(Object.entries(base))
  const changes = Object.entries(edited).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before.get(field)),
  )
  return { ...latest, ...Object.fromEntries(changes) }
}

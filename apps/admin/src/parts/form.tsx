import { isApiFailure } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import styles from './form.module.css'

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

/** The colleague and the fields of the newer change, as far as the server knows. */
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

interface SaveBarProps {
  failure: SaveFailure | null
  isSaving: boolean
  isDirty: boolean
  /** Why it cannot be saved yet. */
  waiting?: string | undefined
  label: string
  /** Shown while there are no changes. */
  idle?: string
  onSave: () => void
  /** Discards the changes; after a conflict, loads the latest version. */
  onReset: () => void
  /** After a conflict: loads the latest version and applies the changes to it. */
  onMerge?: () => void
}

/** Saves the form, or shows why the save was rejected. */
export function SaveBar(props: SaveBarProps) {
  const { failure, isSaving, isDirty, label, onSave, onReset, onMerge } = props
  const { idle = 'All changes saved.', waiting } = props
  const errors = Object.keys(failure?.fields ?? {}).length
  const state = waiting ?? (isDirty ? 'You have unsaved changes.' : idle)
  return (
    <div className={styles.bar}>
      <p className={styles.status} role="status" data-failure={failure ? true : undefined}>
        {failure ? failure.text : state}
        {errors > 0 && ` ${errors === 1 ? '1 error' : `${errors} errors`}, marked above.`}
      </p>
      {failure?.isStale ? (
        <Button kind="secondary" onClick={onReset}>
          Discard mine and load latest
        </Button>
      ) : (
        isDirty && (
          <Button kind="link" onClick={onReset}>
            Discard changes
          </Button>
        )
      )}
      {failure?.isStale && onMerge ? (
        <Button onClick={onMerge}>Keep my changes</Button>
      ) : (
        <Button
          disabled={(!isDirty && !failure) || waiting !== undefined}
          isBusy={isSaving}
          onClick={onSave}
        >
          {label}
        </Button>
      )}
    </div>
  )
}

const question = 'You have unsaved changes. Leave this page?'

/** The navigation state after a save, which skips the warning. */
export const justSaved = { isJustSaved: true }

/** Asks before a page with unsaved changes is left. */
export function useUnsavedWarning(isDirty: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      currentLocation.pathname !== nextLocation.pathname &&
      !nextLocation.state?.isJustSaved,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (window.confirm(question)) blocker.proceed()
    else blocker.reset()
  }, [blocker])
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
}

/** A typed amount of dollars, also as lists show it: `1,250.00`, `$1,050`. NaN if it is not an amount. */
export function readAmount(text: string): number {
  const digits = text.trim().replace(/^([-−]?)\s*\$?\s*/, (_, sign) => (sign ? '-' : ''))
  const isAmount = /^-?(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/.test(digits) && /\d/.test(digits)
  return isAmount ? Number(digits.replaceAll(',', '')) : Number.NaN
}

/**
 * Binds text fields to their values by name. `onChange` gets the changed value, and `errorOf`
 * returns the error of a field.
 */
export function bindFields<Name extends string>(
  values: Readonly<Record<Name, string>>,
  onChange: (part: { [Field in Name]?: string }) => void,
  errorOf: (name: Name) => string | undefined,
) {
  return (name: Name) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ [name]: target.value } as { [Field in Name]?: string }),
    error: errorOf(name),
  })
}

/** The slug for a name: `Ilaria Top-Handle` becomes `ilaria-top-handle`. */
export function toIdentifier(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 100)
    .replace(/^-+|-+$/g, '')
}

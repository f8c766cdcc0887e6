import { Button } from '@solvane/ui/button'
import styles from './save-bar.module.css'
import type { SaveFailure } from './save-failure.ts'

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

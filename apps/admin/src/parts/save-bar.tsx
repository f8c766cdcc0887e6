import { Button } from '@solvane/ui/button'
import styles from './save-bar.module.css'
import type { SaveFailure } from './save-failure.ts'

interface SaveBarProps {
  failure: SaveFailure | null
  isSaving: boolean
  isDirty: boolean
  /** What has to end before it can be saved. */
  waiting?: string | undefined
  label: string
  /** Said while nothing is typed. */
  calm?: string
  onSave: () => void
  /** Forgets what was typed; after somebody else’s save, shows theirs. */
  onReset: () => void
}

/** At the foot of the window: saves, or says why that was refused. */
export function SaveBar(props: SaveBarProps) {
  const { failure, isSaving, isDirty, label, onSave, onReset } = props
  const { calm = 'Everything is saved.', waiting } = props
  const mistakes = Object.keys(failure?.fields ?? {}).length
  const state = waiting ?? (isDirty ? 'What you have changed is not saved yet.' : calm)
  return (
    <div className={styles.bar}>
      <p className={styles.said} role="status" data-failure={failure ? true : undefined}>
        {failure ? failure.text : state}
        {mistakes > 0 && ` ${mistakes} to mend, marked above.`}
      </p>
      {failure?.isStale ? (
        <Button kind="secondary" onClick={onReset}>
          Show theirs, drop mine
        </Button>
      ) : (
        isDirty && (
          <Button kind="link" onClick={onReset}>
            Drop my changes
          </Button>
        )
      )}
      <Button
        disabled={(!isDirty && !failure) || waiting !== undefined}
        isBusy={isSaving}
        onClick={onSave}
      >
        {label}
      </Button>
    </div>
  )
}

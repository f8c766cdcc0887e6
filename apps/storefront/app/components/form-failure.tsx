import { isApiFailure } from '@solvane/client/api'
import { ErrorText, messageOf } from '../lib/api/failure.tsx'
import styles from './form-failure.module.css'

interface FormFailureProps {
  /** What the call was refused with; nothing is shown without. */
  error: unknown
  /** Said where the error has nothing for a shopper to read: a proxy's page, an unexpected error. */
  unexpected: string
  /** Said of a refusal with nothing to read, where that is another text than `unexpected`. */
  rejected?: string
}

function textOf({ error, unexpected, rejected = unexpected }: FormFailureProps): string {
  return messageOf(error, isApiFailure(error) ? rejected : unexpected)
}

/** Why what was sent was not accepted, told at once to assistive technology. */
export function FormFailure(props: FormFailureProps) {
  return (
    <div className={styles.region} role="alert">
      {Boolean(props.error) && (
        <p className={styles.failure}>
          <ErrorText message={textOf(props)} />
        </p>
      )}
    </div>
  )
}

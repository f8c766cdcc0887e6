import { isApiFailure } from '@solvane/client/api'
import { ErrorText, messageOf } from '../lib/api/failure.tsx'
import styles from './form-failure.module.css'

interface FormFailureProps {
  /** The error of the request; nothing is shown without one. */
  error: unknown
  /** Shown when the error has no message for a shopper: a proxy's page, an unexpected error. */
  unexpected: string
  /** Shown for a rejection without a message, where that differs from `unexpected`. */
  rejected?: string
}

function textOf({ error, unexpected, rejected = unexpected }: FormFailureProps): string {
  return messageOf(error, isApiFailure(error) ? rejected : unexpected)
}

/** Why a request failed, announced to assistive technology. */
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

import { isApiFailure } from '@solvane/client/api'
import { ErrorText } from './error-text.tsx'
import styles from './form-failure.module.css'
import { messageOf } from './show-failure.ts'

interface FormFailureProps {
  /** What the call was refused with; nothing is shown without. */
  error: unknown
  /** Said of a refusal in whose answer there is nothing for a shopper to read: a proxy's, say. */
  refused?: string
  /** Said of what is no refusal but a surprise. */
  unexpected: string
}

function textOf({ error, refused, unexpected }: FormFailureProps): string {
  if (!isApiFailure(error)) return unexpected
  return messageOf(error) || (refused ?? error.message)
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

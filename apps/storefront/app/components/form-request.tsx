import { isApiFailure } from '@solvane/client/api'
import { useState } from 'react'
import { ErrorText, messageOf } from '../lib/api/failure.tsx'
import styles from './form-request.module.css'

interface RequestState<Input> {
  isPending: boolean
  /** The error of the last request; null before one fails. */
  error: unknown
  /** The input of the last one, if it succeeded. */
  sent: Input | null
}

/**
 * A request of a form on a page without TanStack Query. `send` never rejects; it starts over with
 * `isPending` and without `error`.
 */
export function useRequest<Input>(run: (input: Input) => Promise<unknown>) {
  const [state, setState] = useState<RequestState<Input>>({
    isPending: false,
    error: null,
    sent: null,
  })

  async function send(input: Input): Promise<void> {
    setState({ isPending: true, error: null, sent: null })
    try {
      await run(input)
      setState({ isPending: false, error: null, sent: input })
    } catch (error) {
      setState({ isPending: false, error, sent: null })
    }
  }

  return { ...state, send }
}

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

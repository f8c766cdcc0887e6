import { currentSessionId, isSignedOutOnPurpose } from '@solvane/client/tokens'
import { useEffect, useRef } from 'react'

/** A form of the account, and the id of the shopper who fills it in. */
export interface FormOfShopper {
  owner: string
  form: string
}

const kept = new Map<string, unknown>()

const keyOf = ({ owner, form }: FormOfShopper) => `${owner} ${form}`

/** Whether the session ended while a form was being filled in, whose input is kept. */
export function hasKeptInput(): boolean {
  return kept.size > 0
}

/** The input that was kept of a form, if any. */
export function keptInput<Input>(form: FormOfShopper): Input | null {
  return (kept.get(keyOf(form)) as Input | undefined) ?? null
}

/**
 * Keeps the input of a form that disappears because the session has ended, until the same shopper
 * has signed in again or the page is reloaded. `read` returns null while there is nothing to keep.
 * Nothing is kept without a `form`, or if the shopper signed out.
 */
export function useKeptInput(form: FormOfShopper | null, read: () => unknown): void {
  const latest = useRef({ form, read })
  useEffect(() => {
    latest.current = { form, read }
  })
  useEffect(() => {
    // It is in the form now.
    if (latest.current.form) kept.delete(keyOf(latest.current.form))
    return () => {
      const { form: left, read: readLatest } = latest.current
      if (!left || currentSessionId() !== null || isSignedOutOnPurpose()) return
      const input = readLatest()
      if (input !== null) kept.set(keyOf(left), input)
    }
  }, [])
}

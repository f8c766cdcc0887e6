import { ApiError, isApiFailure } from '@solvane/client/api'
import type { FactorWay } from '@solvane/contract/account.admin'
import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { PasswordField, TextField } from '@solvane/ui/field'
import { showToast } from '@solvane/ui/toast'
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { api } from '../data/api.ts'
import styles from './action-dialog.module.css'
import { readFailure, type SaveFailure } from './form.tsx'

/** Reads a field of a form by its name, trimmed. */
export type FormValue = (name: string) => string

interface ActionDialogProps {
  title: string
  /** A sentence or two about the action. */
  description?: ReactNode
  /** The label of the submit button. */
  submit: string
  /** The toast after success, if any. */
  done?: string
  onClose: () => void
  /** Runs the action; if it is rejected, the dialog stays open and shows why. */
  onSubmit: (value: FormValue) => Promise<unknown>
  /** The fields; `errorOf` returns the error of a field or of anything within it. */
  children?: ReactNode | ((errorOf: (name: string) => string | undefined) => ReactNode)
}

/** The error of a field, or of an entry of it such as `countries.1`. */
function errorWithin(failure: SaveFailure | null, name: string): string | undefined {
  const fields = Object.entries(failure?.fields ?? {})
  return fields.find(([at]) => `${at}.`.startsWith(`${name}.`))?.[1]
}

/**
 * A dialog that asks for input or confirmation and runs an action once. If the server requires a
 * confirmation first, the dialog requests a passkey or a code and repeats the action.
 */
export function ActionDialog(props: ActionDialogProps) {
  const { title, description, submit, done, onClose, onSubmit, children } = props
  const formId = useId()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [ways, setWays] = useState<FactorWay[] | null>(null)
  const alert = useRef<HTMLParagraphElement>(null)
  // The form may be longer than the screen, and its button at the other end.
  useEffect(() => {
    if (failure) alert.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  const isOpen = useIsMounted()

  async function submitForm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    setIsBusy(true)
    setFailure(null)
    try {
      const value: FormValue = (name) => String(form.get(name) ?? '').trim()
      if (ways) {
        if (!(await confirmWith(ways, value(confirmationName)))) return
        // The code is used up, even if the action fails.
        setWays(null)
      }
      if (!(await actConfirmed(() => onSubmit(value)))) return
      if (done) showToast(done)
      // Closed meanwhile: another dialog may be open by now.
      if (isOpen.current) onClose()
    } catch (error) {
      const read = readFailure(error)
      if (isOpen.current) setFailure(read)
      else showToast(read.text, 'error')
    } finally {
      setIsBusy(false)
    }
  }

  /** Runs the action; false if it still needs a confirmation, which the field then requests. */
  async function actConfirmed(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act()
      return true
    } catch (error) {
      const asked = waysToConfirm(error)
      if (!asked) throw error
      setWays(asked)
      // A passkey is requested at once; the field remains for staff without theirs at hand.
      if (!asked.includes('PASSKEY') || !(await confirmByPasskey())) return false
      setWays(null)
      await act()
      return true
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy}>
            {submit}
          </Button>
        </>
      }
    >
      <form className={styles.form} id={formId} onSubmit={submitForm}>
        {failure && (
          <p ref={alert} className={styles.failure} role="alert">
            {failure.text}
          </p>
        )}
        {typeof children === 'function' ? children((name) => errorWithin(failure, name)) : children}
        {ways && <ConfirmationField ways={ways} />}
      </form>
    </Dialog>
  )
}

/** Whether the component is still on the page, for what happens later. */
function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

/** The ways to confirm, if the request was rejected for want of a confirmation; else null. */
function waysToConfirm(error: unknown): FactorWay[] | null {
  if (!isApiFailure(error) || error.code !== 'CONFIRMATION_REQUIRED') return null
  return (error.details?.ways ?? []) as FactorWay[]
}

/** The name of the field of `ConfirmationField`. */
const confirmationName = 'confirmation'

/**
 * Confirms with the typed code, or with a passkey if nothing was typed; counts for ten minutes.
 * Returns false if the passkey was not used. Rejects with an `ApiError`.
 */
async function confirmWith(ways: FactorWay[], typed: string): Promise<boolean> {
  if (!typed && ways.includes('PASSKEY')) return confirmByPasskey()
  const body = ways.includes('PASSWORD') ? { password: typed } : { secretCode: typed }
  await api.call('confirmAction', { body })
  return true
}

/** Confirms with a passkey; false if the person does not want to. Rejects with an `ApiError`. */
async function confirmByPasskey(): Promise<boolean> {
  const { data } = await api.call('beginPasskeyConfirmation', {})
  const passkey = await inBrowser('Your browser did not reach your passkey.', async () => {
    const { signWithPasskey } = await import('@solvane/client/passkeys')
    return signWithPasskey(data)
  })
  if (!passkey) return false
  await api.call('confirmAction', { body: { passkey } })
  return true
}

/** The result of `work` in the browser; any failure becomes an `ApiError` with this sentence. */
export async function inBrowser<Result>(
  sentence: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch {
    throw new ApiError(0, sentence)
  }
}

/** Requests a code or a passkey, or the password where there is no second factor. */
function ConfirmationField({ ways }: { ways: FactorWay[] }) {
  const field = useRef<HTMLDivElement>(null)
  // It appears in answer to a press of the button.
  useEffect(() => field.current?.querySelector('input')?.focus(), [])
  if (ways.length === 1 && ways[0] === 'PASSKEY')
    return <p role="status">Please confirm with your passkey that it is you.</p>
  return (
    <div ref={field}>
      {ways.includes('PASSWORD') ? (
        <PasswordField
          label="Your password"
          name={confirmationName}
          autoComplete="current-password"
          hint="Please confirm that it is you. You are asked again after ten minutes."
          required
        />
      ) : (
        <TextField
          label="Code"
          name={confirmationName}
          autoComplete="one-time-code"
          spellCheck={false}
          hint={hintFor(ways)}
          required={!ways.includes('PASSKEY')}
        />
      )}
    </div>
  )
}

function hintFor(ways: FactorWay[]): string {
  const app = ways.includes('TOTP') && 'your authenticator app'
  const code = ways.includes('RECOVERY_CODE') && 'your recovery codes'
  const passkey = ways.includes('PASSKEY') ? ' Leave it empty to use your passkey.' : ''
  const sources = [app, code].filter(Boolean).join(', or one of ')
  return `From ${sources}.${passkey} You are asked again after ten minutes.`
}

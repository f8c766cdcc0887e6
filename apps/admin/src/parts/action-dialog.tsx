import type { FactorWay } from '@solvane/contract/account.admin'
import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { showToast } from '@solvane/ui/toast.ts'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import styles from './action-dialog.module.css'
import {
  ConfirmationField,
  confirmationName,
  confirmByPasskey,
  confirmWith,
  waysToConfirm,
} from './confirmation.tsx'
import { readFailure, type SaveFailure } from './save-bar.tsx'

/** Reads a field of a form by its name, trimmed. */
export type FormValue = (name: string) => string

interface ActionDialogProps {
  title: string
  /** What the action does, in a sentence or two. */
  description?: ReactNode
  /** The label of the submit button. */
  submit: string
  /** The toast after success, if any. */
  done?: string
  onClose: () => void
  /** Runs the action; if it is rejected, the dialog stays open and shows why. */
  onSubmit: (value: FormValue) => Promise<unknown>
  /** The fields; `errorOf` gives the error of a field. */
  children?: ReactNode | ((errorOf: (name: string) => string | undefined) => ReactNode)
}

/**
 * A dialog that asks for input or confirmation and runs an action once. If the server wants to know
 * first that it is really the member of staff, the dialog asks for a passkey or a code and repeats the
 * action.
 */
export function ActionDialog(props: ActionDialogProps) {
  const { title, description, submit, done, onClose, onSubmit, children } = props
  const formId = useId()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [ways, setWays] = useState<FactorWay[] | null>(null)

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
      onClose()
    } catch (error) {
      setFailure(readFailure(error))
    } finally {
      setIsBusy(false)
    }
  }

  /** Runs the action; false if it still has to be confirmed, which the field then asks for. */
  async function actConfirmed(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act()
      return true
    } catch (error) {
      const asked = waysToConfirm(error)
      if (!asked) throw error
      setWays(asked)
      // A passkey is asked for at once; the field stays for whoever does not have it at hand.
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
          <p className={styles.failure} role="alert">
            {failure.text}
          </p>
        )}
        {typeof children === 'function' ? children((name) => failure?.fields[name]) : children}
        {ways && <ConfirmationField ways={ways} />}
      </form>
    </Dialog>
  )
}

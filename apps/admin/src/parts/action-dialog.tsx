import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { showToast } from '@solvane/ui/toast.ts'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import styles from './action-dialog.module.css'
import { readFailure, type SaveFailure } from './save-bar.tsx'

/** Reads a field of a form by its name, trimmed. */
export type FormValue = (name: string) => string

interface ActionDialogProps {
  title: string
  /** What the action does, in a sentence or two. */
  description?: ReactNode
  /** The label of the submit button. */
  submit: string
  /** The toast after success. */
  done: string
  onClose: () => void
  /** Runs the action; if it is rejected, the dialog stays open and shows why. */
  onSubmit: (value: FormValue) => Promise<unknown>
  /** The fields; `errorOf` gives the error of a field. */
  children?: ReactNode | ((errorOf: (name: string) => string | undefined) => ReactNode)
}

/** A dialog that asks for input or confirmation and runs an action once. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, description, submit, done, onClose, onSubmit, children } = props
  const formId = useId()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<SaveFailure | null>(null)

  async function submitForm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    setIsBusy(true)
    setFailure(null)
    try {
      await onSubmit((name) => String(form.get(name) ?? '').trim())
      showToast(done)
      onClose()
    } catch (error) {
      setFailure(readFailure(error))
    } finally {
      setIsBusy(false)
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
      </form>
    </Dialog>
  )
}

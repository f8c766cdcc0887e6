import { isApiFailure } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { showToast } from '@solvane/ui/toast.ts'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import styles from './action-dialog.module.css'

/** What a form says, by the names of its fields. */
export type Said = (name: string) => string

interface ActionDialogProps {
  title: string
  /** What it does, in a sentence or two. */
  description?: ReactNode
  /** What the button says that does it. */
  submit: string
  /** Said once it is done. */
  done: string
  onClose: () => void
  /** Does it; a refusal is shown in the dialog, which stays. */
  act: (said: Said) => Promise<unknown>
  /** The fields; given what is wrong with which. */
  children?: ReactNode | ((wrong: (name: string) => string | undefined) => ReactNode)
}

/** What went wrong, to be read by staff. */
function readFailure(error: unknown): { text: string; fields: Record<string, string> } {
  if (!isApiFailure(error)) throw error
  const { message, details } = error
  const fields = (details?.fields ?? []) as { field: string; message: string }[]
  return {
    text: message,
    fields: Object.fromEntries(fields.map(({ field, message }) => [field, message])),
  }
}

/** Asks before something is done, with what has to be said for it, and does it once. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, description, submit, done, onClose, act, children } = props
  const form = useId()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<ReturnType<typeof readFailure> | null>(null)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const said = new FormData(event.currentTarget)
    setIsBusy(true)
    setFailure(null)
    try {
      await act((name) => String(said.get(name) ?? '').trim())
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
            Go back
          </Button>
          <Button type="submit" form={form} isBusy={isBusy}>
            {submit}
          </Button>
        </>
      }
    >
      <form className={styles.form} id={form} onSubmit={onSubmit}>
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

import { Button } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../lib/api/failure.tsx'
import type { ChatSnapshot } from './chat-snapshot.ts'
import styles from './office-note.module.css'

interface OfficeNoteProps {
  chat: ChatSnapshot
  /** Rejects with an `ApiError`. */
  onLeaveEmail: (email: string) => Promise<void>
}

/** Says when the house answers, while it does not, and asks a guest who wrote where the answer goes. */
export function OfficeNote({ chat: { office, room }, onLeaveEmail }: OfficeNoteProps) {
  if (!office || office.isOpen) return null
  return (
    <section className={styles.note} aria-label="Office hours">
      <p>
        {office.sentence} {room?.hasEmail ? 'Our answer reaches you by e-mail.' : null}
        {!room && 'Leave a message, we answer by e-mail.'}
      </p>
      {room && !room.hasEmail && <EmailForm onLeaveEmail={onLeaveEmail} />}
    </section>
  )
}

function EmailForm({ onLeaveEmail }: Pick<OfficeNoteProps, 'onLeaveEmail'>) {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) {
      setError('Please enter a valid email')
      return
    }
    setIsBusy(true)
    try {
      await onLeaveEmail(email.trim())
    } catch (failure) {
      setError(messageOf(failure) || 'This could not be saved. Please try again.')
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Your e-mail for our answer"
        type="email"
        autoComplete="email"
        required
        value={email}
        error={error}
        onChange={(event) => {
          setEmail(event.target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" kind="secondary" isBusy={isBusy}>
        Save
      </Button>
    </form>
  )
}

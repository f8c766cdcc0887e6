import { isApiFailure } from '@solvane/client/api'
import { longestNote } from '@solvane/contract/orders.admin'
import { Button } from '@solvane/ui/button'
import { TextAreaField } from '@solvane/ui/field'
import { type FormEvent, useState } from 'react'
import { api } from '../../data/api.ts'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import styles from './order-notes.module.css'
import type { OrderPanelProps } from './order-panel-props.ts'

/** The notes of staff about an order, and a form to add one. */
export function OrderNotes({ order, onChange }: OrderPanelProps) {
  const [text, setText] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !text.trim()) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      await api.call('addOrderNote', { params: { orderId: order.id }, body: { text } })
      setText('')
      await onChange()
    } catch (error) {
      if (!isApiFailure(error)) throw error
      setFailure(error.message)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Panel title="Notes">
      {order.notes.length > 0 && (
        <ol className={styles.notes}>
          {order.notes.map(({ id, text, by, at }) => (
            <li key={id}>
              <p className={styles.text}>{text}</p>
              <p className={styles.by}>
                {by?.name ?? 'Former staff member'}, <Moment at={at} />
              </p>
            </li>
          ))}
        </ol>
      )}
      <form className={styles.form} onSubmit={onSubmit}>
        <TextAreaField
          label="Note for staff"
          value={text}
          required
          maxLength={longestNote}
          hint="Customers never see it."
          error={failure}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" kind="secondary" isBusy={isBusy}>
          Add note
        </Button>
      </form>
    </Panel>
  )
}

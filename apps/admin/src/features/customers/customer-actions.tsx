import type { Customer } from '@solvane/contract/customers'
import { Button } from '@solvane/ui/button'
import { TextAreaField } from '@solvane/ui/field'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../data/api.ts'
import { useMayAct } from '../../data/staff.ts'
import { ActionDialog, type Said } from '../../parts/action-dialog.tsx'
import { Panel } from '../../parts/panel.tsx'
import { saveFile } from '../../parts/save-file.ts'
import styles from './customer-actions.module.css'

interface CustomerActionsProps {
  customer: Customer
  onChange: () => Promise<unknown>
}

interface Action {
  name: string
  hint: string
  title: string
  description: string
  submit: string
  done: string
  /** What has to be said for it. */
  reason?: string
  isOpen: boolean
  act: (said: Said) => Promise<unknown>
}

/** What managers can do about an account. */
export function CustomerActions({ customer, onChange }: CustomerActionsProps) {
  const [open, setOpen] = useState<string | null>(null)
  const navigate = useNavigate()
  if (!useMayAct()) return null
  const { email } = customer
  const params = { customerId: customer.id }
  const actions: Action[] = [
    {
      name: 'Confirm by letter',
      hint: 'Writes to the address again, with a link that confirms it.',
      title: 'Write again',
      description: `${email} is not confirmed. A letter with a new link goes there.`,
      submit: 'Write',
      done: `A letter to ${email} is on its way.`,
      isOpen: !customer.isEmailVerified,
      act: () => api.call('sendCustomerVerification', { params }),
    },
    {
      name: 'Block',
      hint: 'Ends every session at once; orders under way go on.',
      title: `Block ${email}`,
      description:
        'Every session ends at once, and none can begin until you lift it. Orders under way go on.',
      submit: 'Block',
      done: `${email} is blocked.`,
      reason: 'Why (for staff)',
      isOpen: customer.blockedAt === null,
      act: (said) => api.call('blockCustomer', { params, body: { reason: said('reason') } }),
    },
    {
      name: 'Lift the block',
      hint: 'Lets the customer sign in again.',
      title: `Let ${email} in again`,
      description: 'The customer can sign in again, with the password as it is.',
      submit: 'Lift the block',
      done: `${email} is let in again.`,
      isOpen: customer.blockedAt !== null,
      act: () => api.call('unblockCustomer', { params }),
    },
    {
      name: 'Lift the order limits',
      hint: 'Lets the customer reserve more, order more often, and pay on delivery.',
      title: `Lift the order limits for ${email}`,
      description:
        'The limits on unpaid orders, reserved items, orders an hour and cash on delivery no longer apply to this customer, until you restore them.',
      submit: 'Lift the limits',
      done: `The order limits no longer apply to ${email}.`,
      reason: 'Why (for the audit log)',
      isOpen: customer.orderLimitsLiftedAt === null,
      act: (said) => api.call('liftOrderLimits', { params, body: { reason: said('reason') } }),
    },
    {
      name: 'Restore the order limits',
      hint: 'The usual limits apply to new orders again.',
      title: `Restore the order limits for ${email}`,
      description: 'The usual limits apply again. Orders already placed stay as they are.',
      submit: 'Restore the limits',
      done: `The order limits apply to ${email} again.`,
      isOpen: customer.orderLimitsLiftedAt !== null,
      act: () => api.call('restoreOrderLimits', { params }),
    },
    {
      name: 'Export the data',
      hint: 'Everything the house keeps of this person, as a file.',
      title: 'Export the data',
      description: `Everything the house keeps of ${email}, as the customer’s own export. That you have read it is noted.`,
      submit: 'Export',
      done: 'The file is saved.',
      isOpen: true,
      act: async () => {
        const { data } = await api.call('exportCustomer', { params })
        const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
        saveFile(file, `solvane-${customer.id}.json`)
      },
    },
    {
      name: 'Close the account',
      hint:
        customer.ordersUnderWay > 0
          ? 'Not while an order is under way.'
          : 'Takes the person out for good, at their request.',
      title: `Close the account of ${email}`,
      description:
        'The person is taken out of everything, for good. Orders stay for the books, without a name.',
      submit: 'Close for good',
      done: 'The account is closed.',
      reason: 'How it was asked for',
      isOpen: true,
      act: async (said) => {
        await api.call('deleteCustomer', { params, body: { reason: said('reason') } })
        navigate('/customers')
      },
    },
  ]
  const chosen = actions.find(({ name }) => name === open)
  return (
    <Panel title="What can be done">
      <ul className={styles.actions}>
        {actions
          .filter(({ isOpen }) => isOpen)
          .map(({ name, hint }) => (
            <li key={name}>
              <Button kind="link" onClick={() => setOpen(name)}>
                {name}
              </Button>
              <p className={styles.hint}>{hint}</p>
            </li>
          ))}
      </ul>
      {chosen && (
        <ActionDialog
          {...chosen}
          onClose={() => setOpen(null)}
          act={(said) => chosen.act(said).then(onChange)}
        >
          {(wrong) =>
            chosen.reason && (
              <TextAreaField
                label={chosen.reason}
                name="reason"
                required
                maxLength={500}
                error={wrong('reason')}
              />
            )
          }
        </ActionDialog>
      )}
    </Panel>
  )
}

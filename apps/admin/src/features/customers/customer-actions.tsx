import type { Customer } from '@solvane/contract/customers'
import { Button } from '@solvane/ui/button'
import { TextAreaField } from '@solvane/ui/field'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../data/api.ts'
import { useMayAct } from '../../data/staff.ts'
import { ActionDialog, type FormValue } from '../../parts/action-dialog.tsx'
import { saveFile } from '../../parts/downloads.tsx'
import { Panel } from '../../parts/panel.tsx'
import styles from './customer-page.module.css'

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
  /** The label of the required reason, if there is one. */
  reason?: string
  isOpen: boolean
  run: (value: FormValue) => Promise<unknown>
}

/** The actions of managers on an account. */
export function CustomerActions({ customer, onChange }: CustomerActionsProps) {
  const [open, setOpen] = useState<string | null>(null)
  const navigate = useNavigate()
  if (!useMayAct()) return null
  const { email } = customer
  const params = { customerId: customer.id }
  const actions: Action[] = [
    {
      name: 'Resend confirmation e-mail',
      hint: 'Sends a new link that confirms the address.',
      title: 'Resend confirmation e-mail',
      description: `${email} is not confirmed. The e-mail has a new link.`,
      submit: 'Send',
      done: `The e-mail to ${email} is being sent.`,
      isOpen: !customer.isEmailVerified,
      run: () => api.call('sendCustomerVerification', { params }),
    },
    {
      name: 'Block',
      hint: 'Signs the customer out everywhere. Open orders continue.',
      title: `Block ${email}`,
      description:
        'The customer is signed out everywhere and cannot sign in until you unblock the account. Open orders continue.',
      submit: 'Block',
      done: `${email} is blocked.`,
      reason: 'Reason (for staff)',
      isOpen: customer.blockedAt === null,
      run: (value) => api.call('blockCustomer', { params, body: { reason: value('reason') } }),
    },
    {
      name: 'Unblock',
      hint: 'Lets the customer sign in again.',
      title: `Unblock ${email}`,
      description: 'The customer can sign in again with the same password.',
      submit: 'Unblock',
      done: `${email} is unblocked.`,
      isOpen: customer.blockedAt !== null,
      run: () => api.call('unblockCustomer', { params }),
    },
    {
      name: 'Lift the order limits',
      hint: 'Lets the customer reserve more, order more often, and pay on delivery.',
      title: `Lift the order limits for ${email}`,
      description:
        'The limits on unpaid orders, reserved items, orders an hour and cash on delivery no longer apply to this customer, until you restore them.',
      submit: 'Lift the limits',
      done: `The order limits no longer apply to ${email}.`,
      reason: 'Reason (for the audit log)',
      isOpen: customer.orderLimitsLiftedAt === null,
      run: (value) => api.call('liftOrderLimits', { params, body: { reason: value('reason') } }),
    },
    {
      name: 'Restore the order limits',
      hint: 'The usual limits apply to new orders again.',
      title: `Restore the order limits for ${email}`,
      description: 'The usual limits apply again. Orders already placed stay as they are.',
      submit: 'Restore the limits',
      done: `The order limits apply to ${email} again.`,
      isOpen: customer.orderLimitsLiftedAt !== null,
      run: () => api.call('restoreOrderLimits', { params }),
    },
    {
      name: 'Export data',
      hint: 'Everything stored about this customer, as a file.',
      title: 'Export data',
      description: `Everything stored about ${email}, the same as the customer’s own export. The export is recorded in the audit log.`,
      submit: 'Export',
      done: 'The file is saved.',
      isOpen: true,
      run: async () => {
        const { data } = await api.call('exportCustomer', { params })
        const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
        saveFile(file, `solvane-${customer.id}.json`)
      },
    },
    {
      name: 'Close account',
      hint:
        customer.ordersUnderWay > 0
          ? 'Not possible while an order is open.'
          : 'Deletes the personal data, at the customer’s request.',
      title: `Close the account of ${email}`,
      description:
        'The personal data is deleted permanently. Orders stay for accounting, without a name.',
      submit: 'Close account',
      done: 'The account is closed.',
      reason: 'How the customer asked for it',
      isOpen: true,
      run: async (value) => {
        await api.call('deleteCustomer', { params, body: { reason: value('reason') } })
        navigate('/customers', { replace: true })
      },
    },
  ]
  const chosen = actions.find(({ name }) => name === open)
  return (
    <Panel title="Actions">
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
          onSubmit={(value) => chosen.run(value).then(onChange)}
        >
          {(errorOf) =>
            chosen.reason && (
              <TextAreaField
                label={chosen.reason}
                name="reason"
                required
                maxLength={500}
                error={errorOf('reason')}
              />
            )
          }
        </ActionDialog>
      )}
    </Panel>
  )
}

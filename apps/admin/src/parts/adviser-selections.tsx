import type { EndpointOutput } from '@solvane/client/api'
import { Button, textLinkClass } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import { showToast } from '@solvane/ui/toast'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../data/api.ts'
import { ActionDialog } from './action-dialog.tsx'
import styles from './adviser-selections.module.css'
import { Moment } from './moment.tsx'
import { Mark, type MarkTone } from './panel.tsx'
import type { SelectionInput, SelectionRecipient } from './selection-dialog.tsx'
import { Thumb } from './thumb.tsx'
import { optionsOf, orderStatusNames } from './words.tsx'

type Selection = EndpointOutput<'listAdviserSelections'>['data']['selections'][number]

const states: Record<Selection['state'], { name: string; tone: MarkTone }> = {
  OPEN: { name: 'Reserved', tone: 'open' },
  ORDERED: { name: 'Ordered', tone: 'good' },
  EXPIRED: { name: 'Expired', tone: 'quiet' },
  TAKEN_BACK: { name: 'Taken back', tone: 'quiet' },
}

const loadDialog = () => import('./selection-dialog.tsx')

interface AdviserSelectionsProps {
  /** The customer or conversation whose selections are listed; undefined: all. */
  of?: { roomId: string } | { customerId: string }
  /** Whom they are made for. */
  recipient: SelectionRecipient
  /** Makes a selection, e-mails its link to `email` unless that is null, and gives it. */
  make: (input: SelectionInput, email: string | null) => Promise<{ link: string }>
}

/** The latest selections, to make, follow and take back. */
export function AdviserSelections({ of, recipient, make }: AdviserSelectionsProps) {
  const queries = useQueryClient()
  const dialog = useOnDemand(loadDialog)
  const [isMaking, setIsMaking] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  const [takingBack, setTakingBack] = useState<Selection | null>(null)
  const queryKey = ['selections', of]
  const { data, error } = useQuery({
    queryKey,
    queryFn: async () => (await api.call('listAdviserSelections', { query: of ?? {} })).data,
    // Meanwhile some expire, and shoppers order others.
    refetchInterval: 60_000,
  })
  const reload = () => queries.invalidateQueries({ queryKey })
  return (
    <div className={styles.selections}>
      <p>
        <Button
          kind="link"
          disabled={!data}
          onClick={async () => {
            if (await dialog.demand()) setIsMaking(true)
          }}
        >
          Make a selection
        </Button>
      </p>
      {link && (
        <div className={styles.link}>
          <TextField
            label="Link for the customer"
            hint="Copy it now: it is not shown again."
            readOnly
            required
            value={link}
            onFocus={({ target }) => target.select()}
          />
          {/* Browsers offer it over https only; elsewhere the field is selected to be copied. */}
          {'clipboard' in navigator && (
            <Button
              kind="secondary"
              className={styles.copy}
              onClick={async () => {
                await navigator.clipboard.writeText(link)
                showToast('The link is copied.')
              }}
            >
              Copy the link
            </Button>
          )}
        </div>
      )}
      {error && <p role="alert">{error.message}</p>}
      {data?.selections.length === 0 && <p className={styles.quiet}>None yet.</p>}
      <ul className={styles.list}>
        {data?.selections.map((selection) => (
          <li key={selection.id} className={styles.selection}>
            <Shown selection={selection} namesCustomer={!of} />
            {selection.state === 'OPEN' && (
              <Button kind="link" onClick={() => setTakingBack(selection)}>
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isMaking && data && dialog.part && (
        <dialog.part.SelectionDialog
          usualHours={data.usualHours}
          recipient={recipient}
          onClose={() => setIsMaking(false)}
          onMake={async (input, email) => {
            const made = await make(input, email)
            if (recipient.kind !== 'conversation') setLink(made.link)
            await reload()
          }}
        />
      )}
      {takingBack && (
        <ActionDialog
          title="Take the selection back"
          description="Its items are for sale again at once, and the link says that they are no longer held."
          submit="Take back"
          done="The selection is taken back."
          onClose={() => setTakingBack(null)}
          onSubmit={async () => {
            const params = { selectionId: takingBack.id }
            await api.call('takeBackAdviserSelection', { params }).finally(reload)
          }}
        />
      )}
    </div>
  )
}

function Shown({ selection, namesCustomer }: { selection: Selection; namesCustomer: boolean }) {
  const { state, items, total, endsAt, note, adviserName, order } = selection
  const { name, tone } = states[state]
  return (
    <>
      <p className={styles.head}>
        <Mark tone={tone}>{name}</Mark> <span>{formatMoney(total)}</span>
      </p>
      <ul className={styles.items}>
        {items.map(({ variantId, picture, name, attributeValues, quantity }) => (
          <li key={variantId} className={styles.item}>
            <Thumb picture={picture} />
            <span>
              {quantity > 1 && `${quantity} × `}
              {name}
              <br />
              <span className={styles.quiet}>{optionsOf(attributeValues)}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.note}>{note}</p>
      <p className={styles.quiet}>
        {state === 'OPEN' && (
          <>
            Until <Moment at={endsAt} />
            {adviserName && ', '}
          </>
        )}
        {adviserName && `by ${adviserName}`}
      </p>
      {namesCustomer && (
        <p className={styles.recipient}>
          For <Recipient selection={selection} />
        </p>
      )}
      {order && (
        <p>
          <Link className={textLinkClass} to={`/orders/${order.id}`}>
            {order.orderNumber}
          </Link>
          , {orderStatusNames[order.status]}
        </p>
      )}
    </>
  )
}

/** Whom a selection is for: an account, the address of a caller, a guest's conversation, or whoever called. */
function Recipient({ selection }: { selection: Selection }) {
  const { customer, callerEmail, roomId } = selection
  if (customer)
    return (
      <Link className={textLinkClass} to={`/customers/${customer.id}`}>
        {customer.email}
      </Link>
    )
  if (callerEmail) return callerEmail
  if (roomId)
    return (
      <Link className={textLinkClass} to={`/conversations?room=${roomId}`}>
        a guest in the chat
      </Link>
    )
  return 'a caller'
}

import type { EmailRow } from '@solvane/contract/emails.admin'
import { columnHelper } from '@solvane/ui/data-table'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { List, useList } from '../../data/list.tsx'
import { Title } from '../../layout/title.tsx'
import { inWords } from '../../parts/in-words.ts'
import { ListSearch, StateTabs } from '../../parts/list-filters.tsx'
import { Mark, type MarkTone } from '../../parts/mark.tsx'
import { Moment, ZoneNote } from '../../parts/moment.tsx'
import { CardLine, RowLink, Rows, TwoLines } from '../../parts/rows.tsx'
import toolbar from '../../parts/toolbar.module.css'
import styles from './email-list.module.css'

const pathOf = ({ id }: EmailRow) => `/emails/${id}`

const { accessor, display } = columnHelper<EmailRow>()
const columns = [
  display({
    id: 'subject',
    header: 'E-mail',
    cell: ({ row: { original: email } }) => (
      <TwoLines
        first={<RowLink to={pathOf(email)}>{email.subject}</RowLink>}
        second={inWords(email.kind)}
      />
    ),
  }),
  display({ id: 'recipient', header: 'To', cell: ({ row }) => row.original.recipient }),
  accessor('createdAt', {
    header: 'Created',
    cell: ({ getValue }) => <Moment at={getValue()} />,
  }),
  display({
    id: 'state',
    header: 'State',
    cell: ({ row: { original } }) => (
      <TwoLines
        first={<EmailState state={original.state} />}
        second={original.droppedReason ?? original.lastError}
      />
    ),
  }),
]

/** /emails: what the shop has sent or will send, the newest first. */
export function EmailList() {
  return (
    <List endpoint="listEmails" sort={{ by: 'createdAt', order: 'desc' }}>
      <Title title="E-mails" />
      <Tabs />
      <div className={toolbar.toolbar}>
        <ListSearch hint="Recipient or subject" />
      </div>
      <Rows
        what="e-mails"
        none={{ title: 'No e-mails yet', text: 'E-mails appear here and stay for 90 days.' }}
        columns={columns}
        pathOf={pathOf}
        card={(email) => (
          <>
            <CardLine>
              <RowLink to={pathOf(email)}>{email.subject}</RowLink>
              <EmailState state={email.state} />
            </CardLine>
            <CardLine>
              <span>{email.recipient}</span>
              <Moment at={email.createdAt} />
            </CardLine>
            {email.droppedReason ?? email.lastError}
          </>
        )}
      />
      <ZoneNote />
    </List>
  )
}

function Tabs() {
  const { readAt } = useList()
  const { data } = useQuery({
    // The counts are read again with every read of the list.
    queryKey: ['emails', 'counts', readAt],
    queryFn: () => api.call('getOutbox', {}),
    placeholderData: (before) => before,
  })
  const outbox = data?.data
  return (
    <>
      {outbox?.hasMailServer === false && (
        <p className={styles.note} role="note">
          No mail server is set up, so e-mails stay here. Owners can open an e-mail and copy its
          link.
        </p>
      )}
      <StateTabs
        label="State"
        names={['state']}
        tabs={[
          { label: 'All', filter: {} },
          { label: 'Waiting', filter: { state: 'WAITING' }, count: outbox?.waiting },
          { label: 'Failed', filter: { state: 'FAILED' }, count: outbox?.failed, isUrgent: true },
          { label: 'Not sent', filter: { state: 'DROPPED' } },
          { label: 'Sent', filter: { state: 'SENT' } },
        ]}
      />
    </>
  )
}

const states: Readonly<Record<EmailRow['state'], { tone: MarkTone; name: string }>> = {
  WAITING: { tone: 'open', name: 'Waiting' },
  FAILED: { tone: 'urgent', name: 'Failed' },
  DROPPED: { tone: 'urgent', name: 'Not sent' },
  SENT: { tone: 'quiet', name: 'Sent' },
}

/** The state of an e-mail. */
export function EmailState({ state }: Pick<EmailRow, 'state'>) {
  return <Mark tone={states[state].tone}>{states[state].name}</Mark>
}

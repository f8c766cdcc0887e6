import type { EmailRow, OutboxEmail } from '@solvane/contract/emails.admin'
import { Button } from '@solvane/ui/button'
import { columnHelper } from '@solvane/ui/data-table'
import { showToast } from '@solvane/ui/toast'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { api } from '../../data/api.ts'
import { List, useList } from '../../data/list.tsx'
import { useMayAct } from '../../data/staff.ts'
import { Title } from '../../layout/page.tsx'
import { ListSearch, StateTabs } from '../../parts/list-filters.tsx'
import { Moment, ZoneNote } from '../../parts/moment.tsx'
import { BackLink, Facts, Mark, type MarkTone, Panel, PendingRecord } from '../../parts/panel.tsx'
import { CardLine, RowLink, Rows, TwoLines } from '../../parts/rows.tsx'
import toolbar from '../../parts/toolbar.module.css'
import { inWords } from '../../parts/words.tsx'
import styles from './email-page.module.css'

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

/** /emails: e-mails that the shop has sent or is going to send, the newest first. */
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
        <p className={styles.listNote} role="note">
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
function EmailState({ state }: Pick<EmailRow, 'state'>) {
  return <Mark tone={states[state].tone}>{states[state].name}</Mark>
}

/** /emails/:id: one e-mail, its state and its content. */
export function EmailPage() {
  const { id = '' } = useParams()
  const {
    data: email,
    error,
    refetch,
  } = useQuery({
    queryKey: ['email', id],
    queryFn: async () => (await api.call('getEmail', { params: { emailId: id } })).data,
  })
  if (!email)
    return (
      <>
        <Title title="E-mail" />
        <PendingRecord
          title="This e-mail cannot be shown"
          error={error}
          onRetry={() => refetch()}
        />
      </>
    )
  return (
    <>
      <Title title={email.subject} />
      <BackLink to="/emails">All e-mails</BackLink>
      <div className={styles.page}>
        <Panel title="E-mail" action={email.canBeSent && <SendAgain email={email} />}>
          <Facts
            facts={[
              ['State', <EmailState key="state" state={email.state} />],
              ['To', email.recipient],
              ['About', inWords(email.kind)],
              ['Created', <Moment key="created" at={email.createdAt} />],
              ['Sent', email.sentAt && <Moment key="sent" at={email.sentAt} />],
              ['Failed attempts', email.failures || null],
              ['Mail server’s answer', email.lastError],
              ['Reason for not sending', email.droppedReason],
            ]}
          />
        </Panel>
        <Content email={email} />
      </div>
    </>
  )
}

/** Sends an e-mail that waits or has failed. */
function SendAgain({ email }: { email: OutboxEmail }) {
  const isAllowed = useMayAct('MANAGER')
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: () => api.call('resendEmail', { params: { emailId: email.id } }),
    onSuccess: () => {
      showToast('The e-mail is being sent.')
      void queries.invalidateQueries({ queryKey: ['email', email.id] })
    },
    onError: (error) => showToast(error.message, 'error'),
  })
  if (!isAllowed) return null
  return (
    <Button kind="secondary" isBusy={send.isPending} onClick={() => send.mutate()}>
      Send again
    </Button>
  )
}

function Content({ email }: { email: OutboxEmail }) {
  const [isPlain, setIsPlain] = useState(false)
  const { html, text, isWithoutLinks } = email
  if (html === null || text === null)
    return (
      <Panel title="Content">
        <p>
          {email.droppedReason
            ? 'It was not sent; its content is not kept.'
            : 'It was sent; its content is not kept.'}
        </p>
      </Panel>
    )
  return (
    <Panel
      title="Content"
      action={
        <Button kind="link" onClick={() => setIsPlain(!isPlain)}>
          {isPlain ? 'As HTML' : 'As plain text'}
        </Button>
      }
    >
      {isWithoutLinks && (
        <p className={styles.note}>
          Its link or code gives access to an account, so it is removed here.
        </p>
      )}
      {isPlain ? (
        <pre className={styles.plain}>{text}</pre>
      ) : (
        // The sandbox allows no scripts, forms or navigation.
        <iframe className={styles.preview} title="E-mail" srcDoc={html} sandbox="" />
      )}
    </Panel>
  )
}

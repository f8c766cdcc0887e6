import type { OutboxEmail } from '@solvane/contract/emails.admin'
import { Button } from '@solvane/ui/button'
import { Skeleton } from '@solvane/ui/skeleton'
import { showToast } from '@solvane/ui/toast.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { api } from '../../data/api.ts'
import { useMayAct } from '../../data/staff.ts'
import { Title } from '../../layout/title.tsx'
import { BackLink } from '../../parts/back-link.tsx'
import { inWords } from '../../parts/in-words.ts'
import { Moment } from '../../parts/moment.tsx'
import { Facts, Panel } from '../../parts/panel.tsx'
import { Unavailable } from '../../parts/unavailable.tsx'
import { EmailState } from './email-list.tsx'
import styles from './email-page.module.css'

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
  if (error && !email)
    return (
      <Unavailable title="This e-mail cannot be shown" error={error} onRetry={() => refetch()} />
    )
  if (!email) return <Skeleton shape="title" width="half" />
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

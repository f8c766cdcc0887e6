import type { OutboxLetter } from '@solvane/contract/outbox'
import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ShowBase, Title, useNotify, useRefresh, useShowContext } from 'react-admin'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { asShown } from '../../data/data-provider.ts'
import { inWords } from '../../parts/in-words.ts'
import { useMayAct } from '../../parts/may-act.ts'
import { Moment } from '../../parts/moment.tsx'
import { Facts, Panel } from '../../parts/panel.tsx'
import styles from './letter-page.module.css'
import { LetterState } from './letter-state.tsx'

/** /letters/…/show: one letter, how it stands and what it says. */
export function LetterPage() {
  return (
    <ShowBase>
      <Letter />
    </ShowBase>
  )
}

function Letter() {
  const { record: letter, error } = useShowContext<OutboxLetter>()
  if (error)
    return (
      <EmptyState title="This letter could not be read" text={error.message} isError>
        <Link to="/letters">All letters</Link>
      </EmptyState>
    )
  if (!letter) return null
  return (
    <div className={styles.page}>
      <Title title={letter.subject} />
      <Panel title="The letter" action={letter.canBeSent && <SendAgain letter={letter} />}>
        <Facts
          facts={[
            ['State', <LetterState key="state" state={letter.state} />],
            ['To', letter.recipient],
            ['About', inWords(letter.kind)],
            ['Written', <Moment key="written" at={letter.createdAt} />],
            ['Sent', letter.sentAt && <Moment key="sent" at={letter.sentAt} />],
            ['Tries that failed', letter.failures || null],
            ['The mail server said', letter.lastError],
            ['Why it is not sent', letter.droppedReason],
          ]}
        />
      </Panel>
      <Content letter={letter} />
    </div>
  )
}

/** Tries at once to send what waits or has failed. */
function SendAgain({ letter }: { letter: OutboxLetter }) {
  const isAllowed = useMayAct('MANAGER')
  const notify = useNotify()
  const refresh = useRefresh()
  const send = useMutation({
    mutationFn: () => api.call('sendLetterAgain', { params: { letterId: letter.id } }),
    onSuccess: () => {
      notify('It is on its way; look again in a moment.', { type: 'success' })
      refresh()
    },
    onError: (error) => notify((asShown(error) as Error).message, { type: 'error' }),
  })
  if (!isAllowed) return null
  return (
    <Button kind="secondary" isBusy={send.isPending} onClick={() => send.mutate()}>
      Send again
    </Button>
  )
}

function Content({ letter }: { letter: OutboxLetter }) {
  const [isPlain, setIsPlain] = useState(false)
  const { html, text, isWithoutLinks } = letter
  if (html === null || text === null)
    return (
      <Panel title="What it says">
        <p>
          {letter.droppedReason
            ? 'It was dropped before it was sent; what it said is not kept.'
            : 'It is sent; what it said is not kept.'}
        </p>
      </Panel>
    )
  return (
    <Panel
      title="What it says"
      action={
        <Button kind="link" onClick={() => setIsPlain(!isPlain)}>
          {isPlain ? 'As a letter' : 'As plain text'}
        </Button>
      }
    >
      {isWithoutLinks && (
        <p className={styles.note}>
          Its link opens an account, so the key is taken out of it here.
        </p>
      )}
      {isPlain ? (
        <pre className={styles.plain}>{text}</pre>
      ) : (
        // No script, no form, no way out of the frame: a letter is to be looked at.
        <iframe className={styles.preview} title="The letter" srcDoc={html} sandbox="" />
      )}
    </Panel>
  )
}

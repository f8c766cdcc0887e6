import type { EndpointOutput } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { Title } from '../../layout/title.tsx'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { Moment } from '../../parts/moment.tsx'
import { repliesQuery } from './composer.tsx'
import styles from './replies.module.css'

type Reply = EndpointOutput<'listCannedReplies'>['data'][number]
type Asked = { kind: 'new' } | { kind: 'edit' | 'remove'; reply: Reply }

/** /saved-replies: the replies that `/` offers in a conversation. */
export function Replies() {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(repliesQuery)
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => {
    setAsked(null)
    void queries.invalidateQueries({ queryKey: repliesQuery.queryKey })
  }
  return (
    <>
      <Title title="Saved replies" />
      <div className={styles.bar}>
        <p>In a conversation, type / and part of the title to use a reply.</p>
        <Button onClick={() => setAsked({ kind: 'new' })}>New reply</Button>
      </div>
      {error && (
        <EmptyState title="The saved replies could not be loaded" text={error.message} isError>
          <Button onClick={() => refetch()}>Try again</Button>
        </EmptyState>
      )}
      {!data && !error && <Skeleton />}
      {data?.length === 0 && (
        <EmptyState title="No saved replies yet" text="Save the answers that you write often.">
          <Button kind="link" onClick={() => setAsked({ kind: 'new' })}>
            Add a reply
          </Button>
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <ul className={styles.replies}>
          {data.map((reply) => (
            <li key={reply.id} className={styles.reply}>
              <h2 className={styles.title}>{reply.title}</h2>
              <p className={styles.content}>{reply.content}</p>
              <p className={styles.at}>
                Changed <Moment at={reply.updatedAt} />
              </p>
              <div className={styles.actions}>
                <Button kind="link" onClick={() => setAsked({ kind: 'edit', reply })}>
                  Edit
                </Button>
                <Button kind="link" onClick={() => setAsked({ kind: 'remove', reply })}>
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {asked && asked.kind !== 'remove' && (
        <ReplyDialog reply={asked.kind === 'edit' ? asked.reply : null} onClose={close} />
      )}
      {asked?.kind === 'remove' && (
        <ActionDialog
          title={`Remove “${asked.reply.title}”?`}
          submit="Remove"
          done="Reply removed."
          onClose={close}
          onSubmit={() => api.call('deleteCannedReply', { params: { id: asked.reply.id } })}
        />
      )}
    </>
  )
}

function ReplyDialog({ reply, onClose }: { reply: Reply | null; onClose: () => void }) {
  return (
    <ActionDialog
      title={reply ? 'Edit reply' : 'New reply'}
      submit="Save"
      done="Reply saved."
      onClose={onClose}
      onSubmit={(value) => {
        const body = { title: value('title'), content: value('content') }
        if (!reply) return api.call('createCannedReply', { body })
        const { id, updatedAt } = reply
        return api.call('updateCannedReply', { params: { id }, body: { ...body, updatedAt } })
      }}
    >
      {(errorOf) => (
        <>
          <TextField
            label="Title"
            name="title"
            maxLength={60}
            defaultValue={reply?.title}
            required
            error={errorOf('title')}
          />
          <TextAreaField
            label="Text"
            name="content"
            maxLength={4_000}
            defaultValue={reply?.content}
            required
            error={errorOf('content')}
          />
        </>
      )}
    </ActionDialog>
  )
}

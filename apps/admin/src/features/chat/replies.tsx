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

/** The answers kept ready, which a `/` offers in a conversation. */
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
      <Title title="Replies" />
      <div className={styles.bar}>
        <p>Answers kept ready. In a conversation, type / and a few letters of the title.</p>
        <Button onClick={() => setAsked({ kind: 'new' })}>New reply</Button>
      </div>
      {error && (
        <EmptyState title="The replies could not be read" text={error.message} isError>
          <Button onClick={() => refetch()}>Try again</Button>
        </EmptyState>
      )}
      {!data && !error && <Skeleton />}
      {data?.length === 0 && (
        <EmptyState title="No reply is kept yet" text="What you write often is quicker kept here.">
          <Button kind="link" onClick={() => setAsked({ kind: 'new' })}>
            Write the first
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
          submit="Remove the reply"
          done="The reply is removed."
          onClose={close}
          act={() => api.call('deleteCannedReply', { params: { id: asked.reply.id } })}
        />
      )}
    </>
  )
}

function ReplyDialog({ reply, onClose }: { reply: Reply | null; onClose: () => void }) {
  return (
    <ActionDialog
      title={reply ? 'Edit the reply' : 'A new reply'}
      submit="Save"
      done="The reply is saved."
      onClose={onClose}
      act={(said) => {
        const body = { title: said('title'), content: said('content') }
        if (!reply) return api.call('createCannedReply', { body })
        const { id, updatedAt } = reply
        return api.call('updateCannedReply', { params: { id }, body: { ...body, updatedAt } })
      }}
    >
      {(wrong) => (
        <>
          <TextField
            label="Title"
            name="title"
            maxLength={60}
            defaultValue={reply?.title}
            required
            error={wrong('title')}
          />
          <TextAreaField
            label="What it says"
            name="content"
            maxLength={4_000}
            defaultValue={reply?.content}
            required
            error={wrong('content')}
          />
        </>
      )}
    </ActionDialog>
  )
}

import type { EndpointOutput } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { SelectField, TextAreaField, TextField } from '@solvane/ui/field'
import { Skeleton } from '@solvane/ui/skeleton'
import { showToast } from '@solvane/ui/toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { Title } from '../../layout/page.tsx'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { readFailure, SaveBar, type SaveFailure, useUnsavedWarning } from '../../parts/form.tsx'
import { Moment } from '../../parts/moment.tsx'
import { zoneOptions } from '../../parts/shop-zone.ts'
import styles from './chat-settings.module.css'
import { repliesQuery } from './composer.tsx'

type Hours = EndpointOutput<'getOfficeHours'>['data']

const hoursQuery = {
  queryKey: ['office-hours'],
  queryFn: async () => (await api.call('getOfficeHours', {})).data,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const usual = { from: '09:00', to: '18:00' }
/** A time input has no 24:00. */
const midnight = '00:00'
const endOfDay = '24:00'

/**
 * The hours when staff answer the chat. Outside them the chat requests the customer's e-mail
 * address.
 */
export function Hours() {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(hoursQuery)
  const [draft, setDraft] = useState<{ hours: Hours; closedOn: string } | null>(null)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  useUnsavedWarning(draft !== null)
  if (error && !data)
    return (
      <EmptyState title="The office hours could not be loaded" text={error.message} isError>
        <Button onClick={() => refetch()}>Try again</Button>
      </EmptyState>
    )
  if (!data) return <Skeleton />
  const shown = draft ?? { hours: data, closedOn: data.closedOn.join('\n') }
  const { hours, closedOn } = shown
  const change = (part: Partial<Hours>) => setDraft({ ...shown, hours: { ...hours, ...part } })
  const setDay = (index: number, day: Hours['week'][number]) =>
    change({ week: hours.week.map((before, at) => (at === index ? day : before)) })

  async function save() {
    setIsSaving(true)
    setFailure(null)
    try {
      const dates = closedOn.split(/\s+/).filter(Boolean)
      const saved = await api.call('setOfficeHours', { body: { ...hours, closedOn: dates } })
      queries.setQueryData(hoursQuery.queryKey, saved.data)
      setDraft(null)
      showToast('Saved.')
    } catch (error) {
      setFailure(readFailure(error))
    } finally {
      setIsSaving(false)
    }
  }

  async function reset() {
    if (failure?.isStale) await refetch()
    setDraft(null)
    setFailure(null)
  }

  const errorOf = (name: string) =>
    Object.entries(failure?.fields ?? {}).find(([field]) => field.startsWith(name))?.[1]
  return (
    <>
      <Title title="Office hours" />
      <div className={styles.form}>
        <SelectField
          label="Time zone of office hours"
          value={hours.timeZone}
          required
          error={errorOf('timeZone')}
          onChange={({ target }) => change({ timeZone: target.value })}
        >
          {zoneOptions(hours.timeZone).map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </SelectField>
        <fieldset className={styles.week}>
          <legend className={styles.legend}>Week</legend>
          {days.map((name, index) => {
            const day = hours.week[index] ?? null
            return (
              <div key={name} className={styles.day}>
                <label className={styles.name}>
                  <input
                    type="checkbox"
                    checked={day !== null}
                    onChange={({ target }) => setDay(index, target.checked ? usual : null)}
                  />
                  {name}
                </label>
                {day ? (
                  <>
                    <input
                      className={styles.time}
                      type="time"
                      aria-label={`${name} from`}
                      value={day.from}
                      required
                      onChange={({ target }) => setDay(index, { ...day, from: target.value })}
                    />
                    <input
                      className={styles.time}
                      type="time"
                      aria-label={`${name} to`}
                      value={day.to === endOfDay ? midnight : day.to}
                      required
                      onChange={({ target: { value } }) =>
                        setDay(index, { ...day, to: value === midnight ? endOfDay : value })
                      }
                    />
                    {errorOf(`week.${index}.`) && (
                      <span className={styles.error}>{errorOf(`week.${index}.`)}</span>
                    )}
                  </>
                ) : (
                  <span className={styles.closed}>Closed</span>
                )}
              </div>
            )
          })}
        </fieldset>
        <TextAreaField
          label="Days off, one per line, such as 2026-12-25"
          value={closedOn}
          error={errorOf('closedOn')}
          onChange={({ target }) => setDraft({ ...shown, closedOn: target.value })}
        />
      </div>
      <SaveBar
        failure={failure}
        isSaving={isSaving}
        isDirty={draft !== null}
        label="Save"
        onSave={save}
        onReset={reset}
      />
    </>
  )
}

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

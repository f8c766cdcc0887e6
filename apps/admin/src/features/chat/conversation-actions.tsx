import type { EndpointOutput } from '@solvane/client/api'
import { isApiFailure } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { showToast } from '@solvane/ui/toast.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { useStaff } from '../../data/staff.ts'
import styles from './conversation-actions.module.css'

type Conversation = EndpointOutput<'getConversation'>['data']

/** Assigns a conversation, closes and reopens it. */
export function ConversationActions({ conversation }: { conversation: Conversation }) {
  const { roomId, assignedTo, state } = conversation
  const you = useStaff()
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const { data: staff } = useQuery({
    queryKey: ['supporters'],
    queryFn: async () => (await api.call('listSupporters', {})).data,
  })

  async function run(change: () => Promise<unknown>) {
    setIsBusy(true)
    try {
      await change()
    } catch (error) {
      showToast(
        isApiFailure(error) ? error.message : 'The change failed. Please try again.',
        'error',
      )
    } finally {
      setIsBusy(false)
      await queries.invalidateQueries({ queryKey: ['conversations'] })
    }
  }

  const params = { roomId }
  return (
    <div className={styles.actions} aria-busy={isBusy || undefined}>
      <label className={styles.assign}>
        Assigned to
        <select
          value={assignedTo?.id ?? ''}
          disabled={isBusy}
          onChange={({ target: { value } }) =>
            void run(() => {
              if (value === '') return api.call('releaseConversation', { params })
              // Taking an unassigned conversation fails if a colleague was quicker.
              if (value === you.id && !assignedTo) return api.call('takeConversation', { params })
              return api.call('assignConversation', { params, body: { staffId: value } })
            })
          }
        >
          <option value="">Unassigned</option>
          {assignedTo && !staff?.some(({ id }) => id === assignedTo.id) && (
            <option value={assignedTo.id}>{assignedTo.name}</option>
          )}
          {staff?.map(({ id, name }) => (
            <option key={id} value={id}>
              {id === you.id ? `${name} (you)` : name}
            </option>
          ))}
        </select>
      </label>
      {!assignedTo && (
        <Button
          kind="secondary"
          className={styles.button}
          isBusy={isBusy}
          onClick={() => run(() => api.call('takeConversation', { params }))}
        >
          Assign to me
        </Button>
      )}
      <Button
        kind="secondary"
        className={styles.button}
        isBusy={isBusy}
        onClick={() =>
          run(() =>
            api.call(state === 'OPEN' ? 'closeConversation' : 'reopenConversation', { params }),
          )
        }
      >
        {state === 'OPEN' ? 'Close' : 'Reopen'}
      </Button>
    </div>
  )
}

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

/** Who has the conversation, and whether it is over. */
export function ConversationActions({ conversation }: { conversation: Conversation }) {
  const { roomId, assignedTo, state } = conversation
  const you = useStaff()
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const { data: staff } = useQuery({
    queryKey: ['supporters'],
    queryFn: async () => (await api.call('listSupporters', {})).data,
  })

  async function act(change: () => Promise<unknown>) {
    setIsBusy(true)
    try {
      await change()
    } catch (error) {
      showToast(isApiFailure(error) ? error.message : 'That did not succeed.', 'error')
    } finally {
      setIsBusy(false)
      await queries.invalidateQueries({ queryKey: ['conversations'] })
    }
  }

  const params = { roomId }
  return (
    <div className={styles.actions} aria-busy={isBusy || undefined}>
      <label className={styles.assign}>
        Answered by
        <select
          value={assignedTo?.id ?? ''}
          disabled={isBusy}
          onChange={({ target: { value } }) =>
            void act(() => {
              if (value === '') return api.call('releaseConversation', { params })
              // To whom it is free or mine it is given only if nobody was quicker.
              if (value === you.id && !assignedTo) return api.call('takeConversation', { params })
              return api.call('assignConversation', { params, body: { staffId: value } })
            })
          }
        >
          <option value="">Nobody yet</option>
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
          onClick={() => act(() => api.call('takeConversation', { params }))}
        >
          Take
        </Button>
      )}
      <Button
        kind="secondary"
        className={styles.button}
        isBusy={isBusy}
        onClick={() =>
          act(() =>
            api.call(state === 'OPEN' ? 'closeConversation' : 'reopenConversation', { params }),
          )
        }
      >
        {state === 'OPEN' ? 'Close' : 'Reopen'}
      </Button>
    </div>
  )
}

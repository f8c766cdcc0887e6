import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import styles from './waiting-count.module.css'

/** The query of the numbers of waiting, assigned, own and unread conversations. */
export const countsQuery = {
  queryKey: ['conversations', 'counts'],
  queryFn: async () => (await api.call('countConversations', {})).data,
}

/** The number of conversations that wait for an answer; nothing if there are none. */
export function WaitingCount() {
  const { data: counts } = useQuery(countsQuery)
  if (!counts?.waiting) return null
  return (
    <span className={styles.count}>
      {counts.waiting}
      <VisuallyHidden> waiting</VisuallyHidden>
    </span>
  )
}

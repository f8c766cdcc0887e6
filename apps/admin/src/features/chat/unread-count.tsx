import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { useQuery } from '@tanstack/react-query'
import { countsQuery } from './counts.ts'
import styles from './unread-count.module.css'

/** How many messages of shoppers nobody has read; nothing while there are none. */
export function UnreadCount() {
  const { data: counts } = useQuery(countsQuery)
  if (!counts?.unread) return null
  return (
    <span className={styles.count}>
      {counts.unread}
      <VisuallyHidden> unread</VisuallyHidden>
    </span>
  )
}

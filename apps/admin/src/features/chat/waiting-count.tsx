import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { useQuery } from '@tanstack/react-query'
import { countsQuery } from './counts.ts'
import styles from './waiting-count.module.css'

/** How many conversations wait for an answer, as the inbox and Today count them; nothing while none does. */
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

import { VisuallyHidden } from '@solvane/ui/visually-hidden'
import { useQuery } from '@tanstack/react-query'
import { countsQuery } from './counts.ts'
import styles from './waiting-count.module.css'

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

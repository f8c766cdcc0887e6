import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './mark.module.css'

/** `quiet` is over, `open` goes on, `good` is well, `look` wants someone. */
export type MarkTone = 'quiet' | 'open' | 'good' | 'look'

/** A state in a word or two, with a dot of its tone. */
export function Mark({ tone, children }: { tone: MarkTone; children: ReactNode }) {
  return <span className={clsx(styles.mark, styles[tone])}>{children}</span>
}

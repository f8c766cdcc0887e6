import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './mark.module.css'

/** `quiet`: over; `open`: in progress; `good`: well; `urgent`: needs attention. */
export type MarkTone = 'quiet' | 'open' | 'good' | 'urgent'

/** A state in a word or two, with a dot in the colour of its tone. */
export function Mark({ tone, children }: { tone: MarkTone; children: ReactNode }) {
  return <span className={clsx(styles.mark, styles[tone])}>{children}</span>
}

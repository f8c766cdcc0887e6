import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  /** What is so, in a few words. */
  title: ReactNode
  /** A sentence more. */
  text?: ReactNode
  /** A short remark beside the title. */
  note?: ReactNode
  /** The way on: a link or a button. */
  children?: ReactNode
  /** It tells of a failure: assistive technology hears it at once. */
  isError?: boolean
  className?: string
}

/** Said where there is nothing to show, with a way on. */
export function EmptyState(props: EmptyStateProps) {
  const { title, text, note, children, isError = false, className } = props
  return (
    <div className={clsx(styles.state, className)} role={isError ? 'alert' : undefined}>
      <p className={styles.title}>{title}</p>
      {note && <p className={styles.note}>{note}</p>}
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}

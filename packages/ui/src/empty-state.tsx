import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  /** In a few words. */
  title: ReactNode
  /** One more sentence. */
  text?: ReactNode
  /** A short remark beside the title. */
  note?: ReactNode
  /** The next step: a link or a button. */
  children?: ReactNode
  /** It reports an error: assistive technology announces it at once. */
  isError?: boolean
  className?: string
}

/** Shown where there is no content, with a next step. */
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

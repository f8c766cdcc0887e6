import { isApiFailure } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { Skeleton } from '@solvane/ui/skeleton'
import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { lastShown } from '../data/list.tsx'
import styles from './panel.module.css'

interface PanelProps {
  title: string
  /** Its action, shown beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** A part of a page under a title of its own. */
export function Panel({ title, action, children }: PanelProps) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  )
}

/** Names and values; empty values are omitted, and the whole list if all are empty. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  const shown = facts.filter(([, value]) => value !== false && (value ?? '') !== '')
  if (shown.length === 0) return null
  return (
    <dl className={styles.facts}>
      {shown.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** `quiet`: over; `open`: in progress; `good`: well; `urgent`: needs attention. */
export type MarkTone = 'quiet' | 'open' | 'good' | 'urgent'

/** A state in a word or two, with a dot in the colour of its tone. */
export function Mark({ tone, children }: { tone: MarkTone; children: ReactNode }) {
  return <span className={clsx(styles.mark, styles[tone])}>{children}</span>
}

/** A link above a page back to its list, as it was last shown. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <p className={styles.back}>
      <Link to={lastShown(to)}>{children}</Link>
    </p>
  )
}

interface UnavailableProps {
  title: string
  error: Error
  onRetry: () => unknown
  /** A link to another page. */
  children?: ReactNode
}

const missing = 'The address may be mistyped, or the record was deleted.'

/** Replaces a record that cannot be shown; one that does not exist offers no retry. */
export function Unavailable({ title, error, onRetry, children }: UnavailableProps) {
  // A malformed id in the address is a bad request for some endpoints.
  const isMissing = isApiFailure(error) && [400, 404].includes(error.status)
  return (
    <EmptyState
      title={isMissing ? 'Not found' : title}
      text={isMissing ? missing : error.message}
      isError
    >
      {!isMissing && <Button onClick={onRetry}>Try again</Button>}
      {children}
    </EmptyState>
  )
}

interface PendingRecordProps extends Pick<UnavailableProps, 'title' | 'onRetry'> {
  error: Error | null
}

/** Stands for a record that is loading, or that cannot be shown. */
export function PendingRecord({ error, ...props }: PendingRecordProps) {
  return error ? <Unavailable error={error} {...props} /> : <Skeleton shape="title" width="half" />
}

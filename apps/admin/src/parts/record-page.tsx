import { isApiFailure } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { lastShown } from '../data/list.tsx'
import styles from './panel.module.css'

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

import { isApiFailure } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import type { ReactNode } from 'react'

interface UnavailableProps {
  title: string
  error: Error
  onRetry: () => unknown
  /** A link to another page. */
  children?: ReactNode
}

/** Replaces a record that cannot be shown; one that does not exist offers no retry. */
export function Unavailable({ title, error, onRetry, children }: UnavailableProps) {
  const isMissing = isApiFailure(error) && error.status === 404
  return (
    <EmptyState title={isMissing ? 'Not found' : title} text={error.message} isError>
      {!isMissing && <Button onClick={onRetry}>Try again</Button>}
      {children}
    </EmptyState>
  )
}

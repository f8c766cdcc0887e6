import { isApiFailure } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'

function textOf(error: unknown): string {
  if (!isApiFailure(error)) return 'Something went wrong on this page. What you saved is kept.'
  return error.message
}

/** Stands for the whole back office, or for one page of it, when it cannot be shown. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <EmptyState title="This could not be shown" text={textOf(error)} isError>
      <Button onClick={onRetry}>Try again</Button>
    </EmptyState>
  )
}

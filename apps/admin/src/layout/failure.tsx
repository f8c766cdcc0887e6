import { isApiFailure } from '@solvane/client/api'
import { Button, textLinkClass } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { Link, useRouteError } from 'react-router'
import { Title } from './title.tsx'

/** Replaces the whole back office, or a part of it, when it cannot be shown. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = isApiFailure(error)
    ? error.message
    : 'Something went wrong on this page. What you saved is kept.'
  return (
    <EmptyState title="This page could not be shown" text={text} isError>
      <Button onClick={onRetry}>Try again</Button>
    </EmptyState>
  )
}

/** Replaces a page whose code could not be loaded, or that failed. */
export function PageFailure() {
  return <Failure error={useRouteError()} onRetry={() => window.location.reload()} />
}

/** For an address that leads nowhere, or to a page that needs another role. */
export function NotFound() {
  return (
    <>
      <Title title="Page not found" />
      <EmptyState
        title="There is no such page"
        text="The address may be mistyped, or the page may need another role."
      >
        <Link className={textLinkClass} to="/">
          Go to Today
        </Link>
      </EmptyState>
    </>
  )
}

import { isApiFailure } from '@solvane/client/api'
import { Button, textLinkClass } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { createContext, useContext } from 'react'
import { createPortal } from 'react-dom'
import { Link, useRouteError } from 'react-router'

/** The element of the frame that shows the heading of a page. */
export const TitleContext = createContext<HTMLElement | null>(null)

/** The title of a page: its heading, and the name of the window. */
export function Title({ title }: { title: string }) {
  const place = useContext(TitleContext)
  return (
    <>
      <title>{`${title} · Solvane back office`}</title>
      {place && createPortal(<h1>{title}</h1>, place)}
    </>
  )
}

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

/** The page for an unknown address, or for a page that needs another role. */
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

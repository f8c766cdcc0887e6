import { EmptyState } from '@solvane/ui/empty-state'
import { textLinkClass } from '@solvane/ui/text-link'
import { Link } from 'react-router'
import { Title } from './title.tsx'

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

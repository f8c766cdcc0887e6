import { EmptyState } from '@solvane/ui/empty-state'
import { textLinkClass } from '@solvane/ui/text-link'
import { Title } from 'react-admin'
import { Link } from 'react-router'

/** Stands where an address leads to nothing, or to what is not the work of who is here. */
export function NotFound() {
  return (
    <>
      <Title title="Nothing is here" />
      <EmptyState
        title="There is no such page"
        text="The address may be mistyped, or lead to what others in the house look after."
      >
        <Link className={textLinkClass} to="/">
          Go to Today
        </Link>
      </EmptyState>
    </>
  )
}

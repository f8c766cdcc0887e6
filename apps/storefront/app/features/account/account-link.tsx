import { PersonIcon } from '@solvane/ui/icon'
import { iconButtonClass } from '@solvane/ui/icon-button'
import { Link } from 'react-router'

/** The way to the account from every page; the account itself asks guests to sign in. */
export function AccountLink() {
  return (
    <Link className={iconButtonClass} to="/profile" aria-label="Account">
      <PersonIcon />
    </Link>
  )
}

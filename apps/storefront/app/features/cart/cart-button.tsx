import { BagIcon } from '@solvane/ui/icon'
import { IconButton, iconButtonClass } from '@solvane/ui/icon-button'
import { useHydrated } from '@solvane/ui/use-hydrated.ts'
import { useLocation } from 'react-router'
import { HeaderCount } from '../../components/header-count.tsx'
import { Link } from '../../lib/link.tsx'
import { cartPath } from '../../lib/paths.ts'
import { useCart } from './cart-context.ts'

/** Opens the cart and shows its number of items; without JavaScript it links to the page. */
export function CartButton() {
  const { snapshot, open, prepare } = useCart()
  const isHydrated = useHydrated()
  const { pathname } = useLocation()
  const { totalItems } = snapshot
  const label =
    totalItems > 0 ? `Cart, ${totalItems} ${totalItems === 1 ? 'piece' : 'pieces'}` : 'Cart'
  const content = (
    <>
      <BagIcon />
      <HeaderCount count={totalItems} />
    </>
  )
  if (!isHydrated || pathname === cartPath) {
    return (
      <Link className={iconButtonClass} to={cartPath} aria-label={label}>
        {content}
      </Link>
    )
  }
  return (
    <IconButton
      label={label}
      aria-haspopup="dialog"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={open}
    >
      {content}
    </IconButton>
  )
}

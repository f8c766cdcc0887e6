import { HeartFilledIcon, HeartIcon } from '@solvane/ui/icon'
import { iconButtonClass } from '@solvane/ui/icon-button'
import { clsx } from 'clsx'
import { Link } from 'react-router'
import { HeaderCount } from '../../components/header-count.tsx'
import { useFavorites } from './favorites-context.ts'
import styles from './favorites-link.module.css'

/** The way to the favourites, with how many there are; not on narrow screens (spec section 2). */
export function FavoritesLink() {
  const { ids } = useFavorites()
  const count = ids?.size ?? 0
  return (
    <Link
      className={clsx(iconButtonClass, styles.link)}
      to="/profile/favorite"
      aria-label={
        count > 0 ? `My Wishlist, ${count} ${count === 1 ? 'piece' : 'pieces'}` : 'My Wishlist'
      }
    >
      {count > 0 ? <HeartFilledIcon /> : <HeartIcon />}
      <HeaderCount count={count} />
    </Link>
  )
}

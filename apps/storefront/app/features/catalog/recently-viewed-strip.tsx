import { Link } from 'react-router'
import { productPath } from '../../lib/paths.ts'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import { useRecentlyViewed, type ViewedPiece } from './recently-viewed.ts'
import styles from './recently-viewed-strip.module.css'

/** The pieces looked at before this one; nothing on a first visit. */
export function RecentlyViewedStrip({ piece }: { piece: ViewedPiece }) {
  const pieces = useRecentlyViewed(piece)
  if (pieces.length === 0) return null
  return (
    <section className={styles.strip}>
      <h2 className={styles.title}>Recently viewed</h2>
      <ul className={styles.pieces}>
        {pieces.map((viewed) => (
          <li key={viewed.identifier}>
            <Link className={styles.piece} to={productPath(viewed.identifier)}>
              <ShopPicture
                className={styles.picture}
                picture={viewed.coverPicture}
                alt=""
                sizes="160px"
                fit="cover"
              />
              {viewed.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { productPath } from '../../lib/paths.ts'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import type { ProductCardData } from './product-card.tsx'
import styles from './recently-viewed.module.css'

/** A piece the visitor looked at. No price: it would be the price of that day. */
type ViewedPiece = Pick<ProductCardData, 'identifier' | 'name' | 'coverPicture'>

const storageKey = 'recentlyViewed'
/** Pieces remembered, the one on the page included. */
const limit = 9

function isViewedPiece(value: unknown): value is ViewedPiece {
  const piece = value as Partial<ViewedPiece> | null
  return (
    typeof piece?.identifier === 'string' &&
    typeof piece.name === 'string' &&
    typeof piece.coverPicture?.src === 'string' &&
    typeof piece.coverPicture.width === 'number' &&
    typeof piece.coverPicture.height === 'number'
  )
}

/** Reads what was kept; whatever is not ours or not readable counts as nothing. */
export function readViewed(text: string | null): ViewedPiece[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter(isViewedPiece).slice(0, limit) : []
  } catch {
    return []
  }
}

/** `pieces` with `piece` first, each once. */
export function withViewed(pieces: readonly ViewedPiece[], piece: ViewedPiece): ViewedPiece[] {
  const others = pieces.filter(({ identifier }) => identifier !== piece.identifier)
  return [piece, ...others].slice(0, limit)
}

/** Remembers `piece` and gives the pieces looked at before it; none until the page is hydrated. */
function useRecentlyViewed(piece: ViewedPiece): ViewedPiece[] {
  const [before, setBefore] = useState<ViewedPiece[]>([])
  const { identifier, name, coverPicture } = piece
  useEffect(() => {
    try {
      const known = readViewed(localStorage.getItem(storageKey))
      setBefore(known.filter((other) => other.identifier !== identifier))
      const kept = withViewed(known, { identifier, name, coverPicture })
      localStorage.setItem(storageKey, JSON.stringify(kept))
    } catch {
      // Storage is full or forbidden: the shop does without.
    }
  }, [identifier, name, coverPicture])
  return before
}

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

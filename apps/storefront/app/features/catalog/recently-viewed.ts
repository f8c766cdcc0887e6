import { useEffect, useState } from 'react'
import type { ProductCardData } from './product-card.tsx'

/** A piece the visitor looked at. No price: it would be the price of that day. */
export type ViewedPiece = Pick<ProductCardData, 'identifier' | 'name' | 'coverPicture'>

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
export function useRecentlyViewed(piece: ViewedPiece): ViewedPiece[] {
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

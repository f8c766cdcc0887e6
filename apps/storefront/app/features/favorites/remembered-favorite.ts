const storageKey = 'favoriteToSet'
/** The lifetime in milliseconds of a pressed heart before the sign-in. */
const goodFor = 60 * 60_000

/** A product whose heart is pressed, and the id to send. */
export interface FavoriteTarget {
  productId: string
  /** The chosen variant, else the product. */
  variantOrProductId: string
}

interface Remembered extends FavoriteTarget {
  at: number
}

function isRemembered(value: unknown): value is Remembered {
  const it = value as Partial<Remembered> | null
  return (
    typeof it?.productId === 'string' &&
    typeof it.variantOrProductId === 'string' &&
    typeof it.at === 'number'
  )
}

/** Remembers in this tab, until sign-in, the heart that a guest pressed. */
export function rememberFavorite(
  { productId, variantOrProductId }: FavoriteTarget,
  now: number,
): void {
  try {
    const remembered: Remembered = { productId, variantOrProductId, at: now }
    sessionStorage.setItem(storageKey, JSON.stringify(remembered))
  } catch {
    // Storage is full or forbidden: the shopper presses again after sign-in.
  }
}

/** The remembered heart, once; null when there is none or it is too long ago. */
export function takeRememberedFavorite(now: number): FavoriteTarget | null {
  try {
    const text = sessionStorage.getItem(storageKey)
    sessionStorage.removeItem(storageKey)
    const remembered: unknown = JSON.parse(text ?? 'null')
    if (!isRemembered(remembered) || now - remembered.at > goodFor) return null
    return { productId: remembered.productId, variantOrProductId: remembered.variantOrProductId }
  } catch {
    return null
  }
}

import { type Api, ApiError } from '@solvane/client/api'
import { randomUuid } from '@solvane/client/random-uuid'
import { guestCartHeader, type ShopperEndpointName, shopperPaths } from '@solvane/contract/paths'

/** The storage key of a guest's cart id (spec section 3). */
export const guestCartIdKey = 'guestCartId'

/** A cart's id: a UUID v4. */
const goodId = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

let merging: Promise<boolean> | null = null

/** The guest's cart id, if there is a guest's cart in this browser. */
export function readGuestCartId(): string | null {
  try {
    const kept = localStorage.getItem(guestCartIdKey)
    // The server rejects every request with an id of another shape.
    return kept !== null && goodId.test(kept) ? kept : null
  } catch {
    return null
  }
}

/** The header with the guest's cart id for the endpoint `name`, where it counts. */
export function guestCartHeaders(name: ShopperEndpointName): Record<string, string> {
  const id = shopperPaths[name].includes(' /cart') ? readGuestCartId() : null
  return id ? { [guestCartHeader]: id } : {}
}

/** The guest's cart id, created with the first item. Throws if the browser stores nothing. */
export function ensureGuestCartId(): string {
  const known = readGuestCartId()
  if (known) return known
  const made = randomUuid()
  try {
    localStorage.setItem(guestCartIdKey, made)
  } catch {
    // With a code: another attempt would fail, too.
    throw new ApiError(
      0,
      'Your browser could not store your cart. Please allow it to.',
      'NOTHING_STORED',
    )
  }
  return made
}

/**
 * Merges the guest's cart into the signed-in shopper's, once for concurrent calls, and
 * forgets the guest's. Returns whether there was one. Rejects on failure; then the id
 * stays, and with it the whole cart, for another attempt.
 */
export function mergeGuestCart(api: Api): Promise<boolean> {
  merging ??= merge(api).finally(() => {
    merging = null
  })
  return merging
}

async function merge(api: Api): Promise<boolean> {
  const id = readGuestCartId()
  if (!id) return false
  await api.call('mergeCart', {})
  if (readGuestCartId() === id) localStorage.removeItem(guestCartIdKey)
  return true
}

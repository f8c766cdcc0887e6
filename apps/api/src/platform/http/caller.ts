import type { Endpoint } from '@solvane/contract/endpoint'
import { actsAs, type StaffRole } from '@solvane/contract/staff-role'
import type { Role } from '@solvane/contract/user'
import type { FastifyRequest } from 'fastify'
import { ShopError } from '../errors/shop-error.ts'

/** The caller of a request. */
export interface Caller {
  /** Who is signed in, by the bearer token; nothing else signs anyone in (decision A4). */
  user: { id: string; sessionId: string; role: Role; staffRole: StaffRole | null } | null
  /** The header that names a guest's cart, as it came. */
  guestCartId: string | null
  /** The network address, for limits. */
  address: string
}

/**
 * Identifies the caller of a request. Raises `UNAUTHENTICATED` on a bearer token that is not, or no longer,
 * good; of a request outside any session the token is not looked at.
 */
export type Identify = (
  request: FastifyRequest,
  options: { isOutsideSession: boolean },
) => Promise<Caller>

/** The caller that pages are rendered for. */
export const anonymous: Caller = { user: null, guestCartId: null, address: 'this process' }

/** The caller of an endpoint that needs a signed-in account. */
export type SignedIn = Caller & { user: NonNullable<Caller['user']> }

/** Raises `UNAUTHENTICATED` or `FORBIDDEN` when a caller may not make a call. */
export function checkAccess(call: Endpoint, { user }: Caller): void {
  if (call.access === 'public') return
  if (!user) throw new ShopError('UNAUTHENTICATED')
  if (call.access === 'admin' && !actsAs(user.staffRole, call.staff ?? 'MANAGER'))
    throw new ShopError('FORBIDDEN')
}

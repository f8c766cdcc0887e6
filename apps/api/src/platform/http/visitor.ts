import type { Call } from '@solvane/contract/call'
import { actsAs, type StaffRole } from '@solvane/contract/staff-role'
import type { Role } from '@solvane/contract/user'
import type { FastifyRequest } from 'fastify'
import { ShopError } from '../errors/shop-error.ts'

/** Who calls. */
export interface Visitor {
  /** Who is signed in, by the bearer token; nothing else signs anyone in (decision A4). */
  user: { id: string; sessionId: string; role: Role; staffRole: StaffRole | null } | null
  /** The header that names a guest's cart, as it came. */
  guestCartId: string | null
  /** The network address, for limits. */
  address: string
}

/**
 * Tells who sends a request. Raises `UNAUTHENTICATED` on a bearer token that is not, or no longer,
 * good; of a request outside any session the token is not looked at.
 */
export type Identify = (
  request: FastifyRequest,
  options: { isOutsideSession: boolean },
) => Promise<Visitor>

/** Whom pages are made for. */
export const anonymous: Visitor = { user: null, guestCartId: null, address: 'this process' }

/** A visitor of a call that only someone signed in can make. */
export type SignedIn = Visitor & { user: NonNullable<Visitor['user']> }

/** Raises `UNAUTHENTICATED` or `FORBIDDEN` when a visitor may not make a call. */
export function checkAccess(call: Call, { user }: Visitor): void {
  if (call.access === 'public') return
  if (!user) throw new ShopError('UNAUTHENTICATED')
  if (call.access === 'admin' && !actsAs(user.staffRole, call.staff ?? 'MANAGER'))
    throw new ShopError('FORBIDDEN')
}

import proxyAddr from '@fastify/proxy-addr'
import type { Endpoint } from '@solvane/contract/endpoint'
import { actsAs, type StaffRole } from '@solvane/contract/staff-role'
import type { Role } from '@solvane/contract/user'
import type { FastifyRequest } from 'fastify'
import { ShopError } from '../errors/shop-error.ts'

/** The caller of a request. */
export interface Caller {
  /** The signed-in account, by the bearer token alone. */
  user: {
    id: string
    sessionId: string
    role: Role
    /** Null for shoppers, and for staff who still have to add a second factor. */
    staffRole: StaffRole | null
    mustAddFactor: boolean
  } | null
  /** The guest's cart id from the header, unchecked. */
  guestCartId: string | null
  /** The network address, for limits. */
  address: string
}

/**
 * Identifies the caller of a request. Throws `UNAUTHENTICATED` for an invalid or expired bearer
 * token; endpoints outside the session ignore the token.
 */
export type Identify = (
  request: FastifyRequest,
  options: { isOutsideSession: boolean },
) => Promise<Caller>

const isOwnNetwork = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal'])

/**
 * Whether the client is in a private network and connects directly: such requests are for
 * operators.
 */
export function isFromOwnNetwork({ headers, ip }: FastifyRequest): boolean {
  return headers['x-forwarded-for'] === undefined && isOwnNetwork(ip, 0)
}

/** The caller for rendered pages. */
export const anonymous: Caller = { user: null, guestCartId: null, address: 'this process' }

/** The caller of an endpoint that needs a signed-in account. */
export type SignedIn = Caller & { user: NonNullable<Caller['user']> }

/**
 * Throws `UNAUTHENTICATED`, `SECOND_FACTOR_MISSING` or `FORBIDDEN` if the caller may not use the
 * endpoint.
 */
export function checkAccess(call: Endpoint, { user }: Caller): void {
  if (call.access === 'public') return
  if (!user) throw new ShopError('UNAUTHENTICATED')
  if (call.access === 'admin' && user.mustAddFactor) {
    if (call.isOpenWithoutFactor) return
    throw new ShopError('SECOND_FACTOR_MISSING')
  }
  if (call.access === 'admin' && !actsAs(user.staffRole, call.staff ?? 'MANAGER'))
    throw new ShopError('FORBIDDEN')
}

/** The addresses or networks of the trusted proxies; true: every one is, false: none is. */
export type TrustedProxies = string[] | boolean

/** An address without the port that some proxies add to it in X-Forwarded-For. */
export function withoutPort(address: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1')
}

/** Whether an address of X-Forwarded-For is that of a trusted proxy, also one with a port. */
export function trustOf(proxies: TrustedProxies): (address: string, hop: number) => boolean {
  if (typeof proxies === 'boolean') return () => proxies
  const trusts = proxyAddr.compile(proxies)
  return (address, hop) => trusts(withoutPort(address), hop)
}

import type { AppContext } from '../../context.ts'
import { listSessions } from './sessions.queries.ts'
import { findUser, updateOrderLimits } from './users.queries.ts'

/** What staff see of an account. */
export interface AccountFacts {
  id: string
  email: string
  name: string | null
  isStaff: boolean
  isEmailVerified: boolean
  blockedAt: Date | null
  blockedReason: string | null
  orderLimitsLiftedAt: Date | null
  createdAt: Date
}

/** An account for staff; null when there is none, or it is closed. */
export async function accountFacts(
  { db }: Pick<AppContext, 'db'>,
  userId: string,
): Promise<AccountFacts | null> {
  const user = await findUser(db.kysely, userId)
  if (!user) return null
  return {
    id: user.id,
    email: user.email,
    name: user.nick_name,
    isStaff: user.role !== 'USER',
    isEmailVerified: user.email_verified_at !== null,
    blockedAt: user.blocked_at,
    blockedReason: user.blocked_reason,
    orderLimitsLiftedAt: user.order_limits_lifted_at,
    createdAt: user.created_at,
  }
}

/** Lifts the limits on an account's orders, or makes them hold again. */
export async function setOrderLimits(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  userId: string,
  { areLifted }: { areLifted: boolean },
): Promise<void> {
  await updateOrderLimits(db.kysely, userId, areLifted ? clock.now() : null)
}

/** How many sessions of an account go on. */
export async function countSessions(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  userId: string,
): Promise<number> {
  return (await listSessions(db.kysely, userId, clock.now())).length
}

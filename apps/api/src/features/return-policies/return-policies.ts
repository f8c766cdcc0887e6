import type { ReturnTerms } from '@solvane/contract/returns'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import {
  findPolicy,
  findPolicyById,
  insertPolicy,
  isPast,
  listPolicies,
  type ReturnPolicyRow,
} from './return-policies.queries.ts'

export type ReturnPolicy = ReturnPolicyRow

/** The terms of returns for orders to a country at an instant. */
export async function returnPolicyFor(
  db: Queryable,
  country: string,
  at: Date,
): Promise<ReturnPolicy> {
  const policy = await findPolicy(db, country, at)
  if (!policy) throw new Error(`There is no return policy for ${country}`)
  return policy
}

/** The policy under which a return was requested. */
export async function returnPolicyById(db: Queryable, id: string): Promise<ReturnPolicy> {
  const policy = await findPolicyById(db, id)
  if (!policy) throw new Error(`There is no return policy ${id}`)
  return policy
}

/** The policies that are valid at an instant: of each group of countries the newest. */
export async function validReturnPolicies(db: Queryable, at: Date): Promise<ReturnPolicy[]> {
  const begun = await listPolicies(db, at)
  const keys = begun.map(({ countries }) => countries.toSorted().join())
  return begun.filter((_policy, place) => keys.indexOf(keys[place] ?? '') === place)
}

/**
 * Adds terms from a day on. Throws `RETURN_TERMS_PAST` for a day before today: orders that were delivered since have other
 * terms, and keep them.
 */
export async function addReturnPolicy(
  { clock, db: { kysely: db } }: Pick<AppContext, 'clock' | 'db'>,
  policy: Omit<ReturnPolicy, 'id'>,
): Promise<void> {
  if (await isPast(db, policy.valid_from, clock.now())) throw new ShopError('RETURN_TERMS_PAST')
  await insertPolicy(db, policy)
}

/** How many days after its delivery an order completes by itself. */
export function daysUntilComplete({
  notice_days,
  arrival_days,
}: Pick<ReturnPolicy, 'notice_days' | 'arrival_days'>): number {
  return Math.max(notice_days, arrival_days)
}

/** A policy as shoppers and staff see it. */
export function toTerms(policy: ReturnPolicy): ReturnTerms {
  return {
    noticeDays: policy.notice_days,
    arrivalDays: policy.arrival_days,
    feeFrom: policy.fee_from_bp / 100,
    feeUntil: policy.fee_until_bp / 100,
    isWithdrawal: policy.is_withdrawal,
    refundsDelivery: policy.refunds_delivery,
    shopPaysPostage: policy.shop_pays_postage,
    address: policy.return_address,
  }
}

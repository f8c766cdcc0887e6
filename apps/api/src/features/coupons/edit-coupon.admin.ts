import { randomUUID } from 'node:crypto'
import type { CouponInput, StaffCoupon } from '@solvane/contract/coupons.admin'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { isTaken } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import {
  type CouponText,
  findStaffCoupon,
  insertCoupon,
  lockCoupon,
  type StaffCouponRow,
  updateCouponRow,
} from './coupons.admin.queries.ts'
import { getCoupon } from './list-coupons.admin.ts'

type Context = Pick<AppContext, 'clock' | 'db'>

/** Adds a coupon. Throws `COUPON_CODE_TAKEN`, regardless of upper and lower case. */
export async function createCoupon(ctx: Context, input: CouponInput): Promise<StaffCoupon> {
  const coupon = { id: randomUUID(), created_at: ctx.clock.now(), ...toText(input) }
  await rejectTakenCode(() => insertCoupon(ctx.db.kysely, coupon))
  return getCoupon(ctx, coupon.id)
}

/**
 * Edits a coupon. Throws `COUPON_NOT_FOUND`, `STALE_EDIT` when it was edited since `version`,
 * `COUPON_REDEEMED` when orders have had it and code or kind would change, `COUPON_CODE_TAKEN`.
 */
export async function updateCoupon(
  ctx: Context,
  { couponId, version, ...input }: CouponInput & { couponId: string; version: number },
): Promise<StaffCoupon> {
  const text = toText(input)
  await rejectTakenCode(() =>
    changeCoupon(ctx, couponId, async (tx, coupon) => {
      if (coupon.version !== version) throw new ShopError('STALE_EDIT')
      const isOther = coupon.code !== text.code || coupon.discount_type !== text.discount_type
      if (isOther && coupon.was_redeemed) throw new ShopError('COUPON_REDEEMED')
      await updateCouponRow(tx, couponId, text)
    }),
  )
  return getCoupon(ctx, couponId)
}

/** Switches a coupon on or off. Throws `COUPON_NOT_FOUND`. */
export async function setCouponEnabled(
  ctx: Context,
  { couponId, isEnabled }: { couponId: string; isEnabled: boolean },
): Promise<StaffCoupon> {
  await changeCoupon(ctx, couponId, async (tx, coupon) => {
    if (coupon.is_enabled !== isEnabled)
      await updateCouponRow(tx, couponId, { is_enabled: isEnabled })
  })
  return getCoupon(ctx, couponId)
}

/** Nobody begins to use the coupon while it changes: what was looked at stays true. */
async function changeCoupon(
  { db, clock }: Context,
  id: string,
  change: (tx: Queryable, coupon: StaffCouponRow) => Promise<void>,
): Promise<void> {
  await db.kysely.transaction().execute(async (tx) => {
    await lockCoupon(tx, id)
    const coupon = await findStaffCoupon(tx, id, clock.now())
    if (!coupon) throw new ShopError('COUPON_NOT_FOUND')
    await change(tx, coupon)
  })
}

async function rejectTakenCode(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    throw isTaken(error, 'coupon_code') ? new ShopError('COUPON_CODE_TAKEN') : error
  }
}

function toText(input: CouponInput): CouponText {
  const { code, name, totalLimit, customerLimit, isListed } = input
  return {
    code,
    name,
    discount_type: input.discountType,
    // Hundredths, of a percent or of a dollar.
    discount_value: Math.round(input.discountValue * 100),
    minimum_cents: Math.round(input.minimumAmount * 100),
    starts_at: input.validFrom === null ? null : new Date(input.validFrom),
    valid_until: input.validUntil === null ? null : new Date(input.validUntil),
    total_limit: totalLimit,
    customer_limit: customerLimit,
    is_listed: isListed,
  }
}

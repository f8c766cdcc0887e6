import { z } from 'zod'

const amount = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999')
  .transform(Number)
  .optional()

/** What a shopper may reserve and order without paying, by the names of the variables. */
export const orderLimitSettings = {
  MAX_UNPAID_ORDERS: amount,
  MAX_RESERVED_UNITS: amount,
  MAX_ORDERS_PER_HOUR: amount,
  MAX_NETWORK_UNITS_PER_HOUR: amount,
  COD_MAX_TOTAL: z
    .string()
    .regex(/^(none|\d{1,6})$/, 'must be a whole number of dollars, or none')
    .transform((value) => (value === 'none' ? null : Number(value) * 100))
    .optional(),
  COD_NEEDS_CONFIRMED_EMAIL: z
    .enum(['on', 'off'], 'must be on or off')
    .transform((value) => value === 'on')
    .optional(),
}

type OrderLimitSettings = z.infer<z.ZodObject<typeof orderLimitSettings>>

/** In the demo one account acts as many shoppers, and all of a variant's stock can be ordered. */
const demoFactor = 10

/**
 * The limits on orders; the demo's defaults are higher, and cash on delivery has no limit there.
 */
export function orderLimitsOf(settings: OrderLimitSettings, isProduction: boolean) {
  const factor = isProduction ? 1 : demoFactor
  const { COD_MAX_TOTAL: codMaxCents } = settings
  return {
    /** Orders of an account that are neither paid nor dispatched. */
    unpaidOrders: settings.MAX_UNPAID_ORDERS ?? 3 * factor,
    /** Units that those orders reserve together. */
    reservedUnits: settings.MAX_RESERVED_UNITS ?? 20 * factor,
    ordersPerHour: settings.MAX_ORDERS_PER_HOUR ?? 10 * factor,
    /** Units that the unconfirmed accounts of one network may reserve in an hour. */
    networkUnitsPerHour: settings.MAX_NETWORK_UNITS_PER_HOUR ?? 100 * factor,
    /** The largest total that can be paid on delivery, in cents; null: any. */
    codMaxCents: codMaxCents === undefined ? (isProduction ? 200_000 : null) : codMaxCents,
    /** Whether cash on delivery requires a confirmed e-mail or an earlier completed order. */
    codNeedsConfirmedEmail: settings.COD_NEEDS_CONFIRMED_EMAIL ?? isProduction,
  }
}

import { stableId } from './stable-id.ts'

/** A coupon as its table takes it; instants as ISO strings. */
interface CouponSeed {
  code: string
  name: string
  discount_type: 'PERCENTAGE' | 'FIXED_AMOUNT'
  /** Hundredths, of a percent or of a dollar. */
  discount_value: number
  minimum_cents?: number
  startsInDays?: number
  endsInDays?: number
  total_limit?: number
  customer_limit?: number
  is_listed?: boolean
}

/** One of each kind: the last three can not be used. */
const coupons: CouponSeed[] = [
  {
    code: 'WELCOME10',
    name: 'Ten percent on your first order',
    discount_type: 'PERCENTAGE',
    discount_value: 10_00,
    customer_limit: 1,
  },
  {
    code: 'MAISON50',
    name: '$50 on orders from $500',
    discount_type: 'FIXED_AMOUNT',
    discount_value: 50_00,
    minimum_cents: 500_00,
  },
  {
    code: 'ODYSSEY15',
    name: 'Summer Odyssey, fifteen percent',
    discount_type: 'PERCENTAGE',
    discount_value: 15_00,
    startsInDays: -30,
    endsInDays: 60,
    total_limit: 500,
  },
  {
    code: 'ATELIER20',
    name: 'For friends of the house, twenty percent',
    discount_type: 'PERCENTAGE',
    discount_value: 20_00,
    is_listed: false,
  },
  {
    code: 'WINTER20',
    name: 'Winter farewell, twenty percent',
    discount_type: 'PERCENTAGE',
    discount_value: 20_00,
    startsInDays: -90,
    endsInDays: -30,
  },
  {
    code: 'HOLIDAY25',
    name: 'Holiday preview, twenty-five percent',
    discount_type: 'PERCENTAGE',
    discount_value: 25_00,
    startsInDays: 30,
    endsInDays: 60,
  },
  {
    code: 'FIRST100',
    name: '$100 for the first hundred',
    discount_type: 'FIXED_AMOUNT',
    discount_value: 100_00,
    total_limit: 0,
  },
]

/** The coupons of the demo house, with dates around `today`. */
export function houseCoupons(today: Date) {
  const inDays = (days: number | undefined) =>
    days === undefined ? null : new Date(today.getTime() + days * 86_400_000).toISOString()
  return coupons.map(({ startsInDays, endsInDays, ...coupon }) => ({
    minimum_cents: 0,
    total_limit: null,
    customer_limit: null,
    is_listed: true,
    is_enabled: true,
    ...coupon,
    id: stableId('coupon', coupon.code),
    starts_at: inDays(startsInDays),
    valid_until: inDays(endsInDays),
    created_at: today.toISOString(),
  }))
}

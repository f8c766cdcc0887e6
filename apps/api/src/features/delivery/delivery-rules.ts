import type { SiteSettings } from '@solvane/contract/content'
import type { DeliveryMethod } from '@solvane/contract/delivery'
import { standardZoneOf } from '@solvane/contract/delivery.admin'
import { deliveryFee } from '@solvane/contract/delivery-fee'
import type { Arrival } from '@solvane/contract/delivery-texts'
import { toLocalTime } from '@solvane/contract/time-zone'
import type { StoredDelivery, StoredMethod, StoredZone } from '../../../database/stored-content.ts'

/** The destination of an order; unknown for a guest, or while no address is chosen. */
export interface Destination {
  country: string
  postalCode: string | null
}

/**
 * The zone of a destination: the first that lists its country, or lists none, and whose postcodes
 * fit. Undefined if the shop does not deliver there. An unknown destination is in the standard zone.
 */
export function zoneFor(
  { zones }: Pick<StoredDelivery, 'zones'>,
  destination: Destination | null,
): StoredZone | undefined {
  if (!destination) return standardZoneOf(zones)
  const { country, postalCode } = destination
  return zones.find(
    ({ countries, postcodes }) =>
      (countries.length === 0 || countries.includes(country)) &&
      (postcodes.length === 0 || postcodes.some((pattern) => fits(postalCode ?? '', pattern))),
  )
}

/** Whether a postcode is the one of a pattern, or begins with it (`SW1*`), however it is spaced. */
function fits(postalCode: string, pattern: string): boolean {
  const written = compact(postalCode)
  const wanted = compact(pattern)
  return pattern.endsWith('*') ? written.startsWith(wanted) : written === wanted
}

function compact(postcode: string): string {
  return postcode.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
}

/** The fee of a method in cents, the value of goods from which it is free, and its fees by weight. */
export type DeliveryFee = Pick<StoredMethod, 'feeCents' | 'freeFromCents' | 'weightBands'>

/** The goods of an order: their value in cents before the discount, and their weight. */
export interface Goods {
  cents: number
  grams: number
}

/** The fee of a method in cents for these goods. */
export function feeFor(
  { feeCents, freeFromCents, weightBands }: DeliveryFee,
  { cents, grams }: Goods,
): number {
  const bands = weightBands.map(({ upToGrams, feeCents }) => ({ upToGrams, fee: feeCents }))
  const fees = { fee: feeCents, freeFrom: freeFromCents, weightBands: bands }
  return deliveryFee(fees, cents, grams)
}

/** The fees of a method in dollars, as pages get them: without `weightBands` if it has none. */
export function shownFees({
  feeCents,
  freeFromCents,
  weightBands,
}: DeliveryFee): Pick<DeliveryMethod, 'fee' | 'freeFrom' | 'weightBands'> {
  const bands = weightBands.map(({ upToGrams, feeCents }) => ({ upToGrams, fee: feeCents / 100 }))
  return {
    fee: feeCents / 100,
    freeFrom: freeFromCents === null ? null : freeFromCents / 100,
    ...(bands.length > 0 && { weightBands: bands }),
  }
}

/**
 * The methods for a destination, the standard one first, with the days on which an order placed at
 * `at` arrives, and their fees for these goods; without goods their full fees and their fees by
 * weight. None: the shop does not deliver there.
 */
export function methodsFor(
  delivery: StoredDelivery,
  destination: Destination | null,
  { at, timeZone, goods }: { at: Date; timeZone: string; goods?: Goods },
): DeliveryMethod[] {
  return (zoneFor(delivery, destination)?.methods ?? []).map((method) => {
    const { weightBands, ...fees } = shownFees(method)
    return {
      id: method.id,
      name: method.name,
      ...fees,
      ...(goods ? { fee: feeFor(method, goods) / 100 } : weightBands && { weightBands }),
      totalDays: totalDaysOf(delivery, method),
      ...promisedDays(delivery, method, { at, timeZone }),
    }
  })
}

/**
 * Delivery fees and times by country, for product pages: the first method of each zone. Zones that
 * cover only some postcodes are left out, as are countries that an earlier zone has.
 */
export function shownZones({
  zones,
}: Pick<StoredDelivery, 'zones'>): SiteSettings['deliveryZones'] {
  const taken = new Set<string>()
  return zones.flatMap(({ countries: listed, postcodes, methods: [method] }) => {
    const countries = listed.filter((country) => !taken.has(country))
    const isTaken = listed.length > 0 && countries.length === 0
    if (!method || postcodes.length > 0 || isTaken) return []
    for (const country of countries) taken.add(country)
    return [{ countries, ...shownFees(method), transitDays: method.transitDays }]
  })
}

/** The method that the shop's texts name: the first of the standard zone. */
export function standardMethodOf({ zones }: Pick<StoredDelivery, 'zones'>): StoredMethod {
  const method = standardZoneOf(zones)?.methods[0]
  if (!method) throw new Error('There is no delivery method')
  return method
}

/** Business days from order to arrival, as texts name them: `7–11`. */
export function totalDaysOf(
  { preparationDays }: Pick<StoredDelivery, 'preparationDays'>,
  { transitDays, totalDays }: Pick<StoredMethod, 'transitDays' | 'totalDays'>,
): string {
  if (totalDays) return totalDays
  const [preparation, transit] = [rangeOf(preparationDays), rangeOf(transitDays)]
  const [min, max] = [preparation.min + transit.min, preparation.max + transit.max]
  return min === max ? String(min) : `${min}–${max}`
}

/**
 * The days between which an order placed at `at` arrives by a method. It counts from the day of the
 * shop on which it is placed by the cut-off time, else from the next; a day without work, or a
 * holiday, does not count.
 */
export function promisedDays(
  delivery: Pick<StoredDelivery, 'cutOff' | 'workingDays' | 'holidays' | 'preparationDays'>,
  method: Pick<StoredMethod, 'transitDays' | 'totalDays'>,
  { at, timeZone }: { at: Date; timeZone: string },
): Arrival {
  const closed = new Set(delivery.holidays.map(({ date }) => date))
  const isWorkingDay = (day: string) =>
    delivery.workingDays.includes(new Date(day).getUTCDay()) && !closed.has(day)
  const nextWorkingDay = (day: string) => {
    let next = dayAfter(day)
    while (!isWorkingDay(next)) next = dayAfter(next)
    return next
  }
  const [today = '', time = ''] = toLocalTime(at, timeZone).split('T')
  const isToday = isWorkingDay(today) && time.slice(0, 5) <= delivery.cutOff
  let day = isToday ? today : nextWorkingDay(today)
  const { min, max } = rangeOf(totalDaysOf(delivery, method))
  let arrivesFrom = day
  for (let passed = 1; passed <= max; passed++) {
    day = nextWorkingDay(day)
    if (passed === min) arrivesFrom = day
  }
  return { arrivesFrom, arrivesUntil: day }
}

function dayAfter(day: string): string {
  const next = new Date(day)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}

/** Days as texts have them: `2–4`, or `3`. A range that was written backwards is turned round. */
function rangeOf(days: string): { min: number; max: number } {
  const [first = 0, last = first] = days.split('–').map(Number)
  return { min: Math.min(first, last), max: Math.max(first, last) }
}

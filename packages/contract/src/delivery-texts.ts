// Not by Intl: docs/decisions/0018-when-the-program-loads.md.
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** The days between which an order arrives, both included: `2026-12-01`. */
export interface Arrival {
  arrivesFrom: string
  arrivesUntil: string
}

/**
 * The promised days for people: `Tue 1 – Thu 3 December`, `Mon 30 November – Wed 2 December`; a
 * single day as `Tue 1 December`.
 */
export function formatArrival({ arrivesFrom, arrivesUntil }: Arrival): string {
  const [from, until] = [new Date(arrivesFrom), new Date(arrivesUntil)]
  if (arrivesFrom === arrivesUntil) return dayAndMonth(until)
  const isOneMonth = arrivesFrom.slice(0, 7) === arrivesUntil.slice(0, 7)
  return `${isOneMonth ? dayOf(from) : dayAndMonth(from)} – ${dayAndMonth(until)}`
}

const dayOf = (date: Date) => `${days[date.getUTCDay()]} ${date.getUTCDate()}`
const dayAndMonth = (date: Date) => `${dayOf(date)} ${months[date.getUTCMonth()]}`

/**
 * Whether an order states a delivery fee: delivery belongs to the order that was changed, unless the
 * change made it dearer.
 */
export function statesDelivery(isSupplement: boolean, fee: number): boolean {
  return !isSupplement || fee > 0
}

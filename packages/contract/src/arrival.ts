const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

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
  const last = `${partsOf(until)} ${monthFormat.format(until)}`
  if (arrivesFrom === arrivesUntil) return last
  const isOneMonth = arrivesFrom.slice(0, 7) === arrivesUntil.slice(0, 7)
  const first = isOneMonth ? partsOf(from) : `${partsOf(from)} ${monthFormat.format(from)}`
  return `${first} – ${last}`
}

/** `Tue 1`, without the comma that some versions of the locale put between. */
function partsOf(day: Date): string {
  return dayFormat.format(day).replace(',', '')
}

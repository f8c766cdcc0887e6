const here = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const inUtc = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'full',
  timeStyle: 'long',
  timeZone: 'UTC',
})

/** The zone that this browser shows times in: `Europe/Paris (GMT+2)`. */
export function zoneName(): string {
  const { timeZone } = here.resolvedOptions()
  const parts = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' }).formatToParts()
  const short = parts.find(({ type }) => type === 'timeZoneName')?.value
  return short && short !== timeZone ? `${timeZone} (${short})` : timeZone
}

/** An instant (ISO 8601) to the minute in this browser's zone. */
export function formatMoment(at: string): string {
  return here.format(new Date(at))
}

/** An instant in this browser's zone, in UTC for who points at it; `isDay` leaves the time out. */
export function Moment({ at, isDay = false }: { at: string; isDay?: boolean }) {
  return (
    <time dateTime={at} title={inUtc.format(new Date(at))}>
      {(isDay ? day : here).format(new Date(at))}
    </time>
  )
}

// UTC for everyone: a page is the same from the server and in the browser. The formats are made when they
// are needed: docs/decisions/0018-when-the-program-loads.md.
let dayFormat: Intl.DateTimeFormat | undefined
let instantFormat: Intl.DateTimeFormat | undefined

/** The day of an instant (ISO 8601) in UTC: `12 July 2026`. */
export function formatDay(instant: string): string {
  dayFormat ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return dayFormat.format(new Date(instant))
}

/** An instant to the minute in UTC: `12 Jul 2026, 14:05 UTC`. */
export function formatInstant(instant: string): string {
  instantFormat ??= new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${instantFormat.format(new Date(instant))} UTC`
}

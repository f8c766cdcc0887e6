// UTC for everyone: a page is the same from the server and in the browser.
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const instantFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** The day of an instant (ISO 8601) in UTC: `12 July 2026`. */
export function formatDay(instant: string): string {
  return dayFormat.format(new Date(instant))
}

/** An instant to the minute in UTC: `12 Jul 2026, 14:05 UTC`. */
export function formatInstant(instant: string): string {
  return `${instantFormat.format(new Date(instant))} UTC`
}

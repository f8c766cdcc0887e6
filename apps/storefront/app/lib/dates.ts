// One zone for all: a page from the server and the same page in the browser read alike.
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** The day of an instant (ISO 8601) in UTC: `12 July 2026`. */
export function formatDay(instant: string): string {
  return dayFormat.format(new Date(instant))
}

/** An instant to the minute in UTC: `12 July 2026, 14:05 UTC`. */
export function formatInstant(instant: string): string {
  const date = new Date(instant)
  return `${dayFormat.format(date)}, ${timeFormat.format(date)} UTC`
}

import { z } from 'zod'

const dayMilliseconds = 24 * 60 * 60 * 1_000

/** Cached by time zone, because creating one is slow. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
    clocks.set(timeZone, clock)
  }
  return clock
}

/**
 * Whether a name is an IANA time zone, such as `Europe/Paris`. An offset such as `+02:00` is not,
 * because it has no summer time.
 */
function isTimeZone(name: string): boolean {
  try {
    clockOf(name)
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

/** A time zone by its IANA name, such as `Europe/Paris`. */
export const timeZoneName = z.string().max(64).refine(isTimeZone, 'Unknown time zone')

/** The local time in a zone at an instant, to the second: `2026-03-29T09:00:00`. */
export function toLocalTime(at: Date, timeZone: string): string {
  const parts = clockOf(timeZone).formatToParts(at)
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  )
  return `${year?.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`
}

/** The offset of a zone from UTC at an instant, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const second = Math.floor(at / 1_000) * 1_000
  return Date.parse(`${toLocalTime(new Date(second), timeZone)}Z`) - second
}

/**
 * The instant of a local time `local`, such as `2026-03-29T09:00`, with or without seconds. If
 * clocks are set back and it occurs twice, the first; if they are set forward and skip it, what
 * they would have shown.
 */
export function fromLocalTime(local: string, timeZone: string): Date {
  const shown = Date.parse(`${local}Z`)
  const before = shown - offsetAt(shown - dayMilliseconds, timeZone)
  const after = shown - offsetAt(shown + dayMilliseconds, timeZone)
  const isShown = (at: number) => at + offsetAt(at, timeZone) === shown
  return new Date(isShown(before) || !isShown(after) ? before : after)
}

/** Beyond these days some instants exist in only one of JavaScript and PostgreSQL. */
const firstDay = '0002-01-01'
const lastDay = '9998-12-31'

function plausibleDay(day: string): string {
  return day < firstDay ? firstDay : day > lastDay ? lastDay : day
}

/** The first instant of a day (`2026-03-29`) in the zone. */
export function startOfDay(day: string, timeZone: string): Date {
  return fromLocalTime(`${plausibleDay(day)}T00:00`, timeZone)
}

/** The last instant of a day (`2026-03-29`) in the zone, to the millisecond. */
export function endOfDay(day: string, timeZone: string): Date {
  const next = new Date(Date.parse(`${plausibleDay(day)}T12:00Z`) + dayMilliseconds)
    .toISOString()
    .slice(0, 10)
  return new Date(fromLocalTime(`${next}T00:00`, timeZone).getTime() - 1)
}

/** The place of a zone for a sentence: `Europe/Paris` is Paris. */
export function placeOfZone(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}

import { fromLocalTime, placeOfZone, toLocalTime } from '@solvane/contract/time-zone'
import { TextField } from '@solvane/ui/field'
import styles from './moment.module.css'
import { shopZone } from './shop-zone.ts'

const styleOf = {
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  time: { hour: '2-digit', minute: '2-digit' },
  whole: { dateStyle: 'full', timeStyle: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = new Map<string, Intl.DateTimeFormat>()

/** An instant in the shop's time zone; the only place that formats times. */
function format(at: string, style: keyof typeof styleOf): string {
  const timeZone = shopZone()
  const key = `${style} ${timeZone}`
  const known =
    formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...styleOf[style], timeZone })
  formats.set(key, known)
  return known.format(new Date(at))
}

/** The shop's time zone: `Europe/Paris (GMT+2)`. */
export function zoneName(): string {
  const timeZone = shopZone()
  const options = { timeZone, timeZoneName: 'short' } as const
  const parts = new Intl.DateTimeFormat('en-GB', options).formatToParts()
  const short = parts.find(({ type }) => type === 'timeZoneName')?.value
  return short && short !== timeZone ? `${timeZone} (${short})` : timeZone
}

/** The place of the shop's time zone, for labels: `Paris`. */
export function zonePlace(): string {
  return placeOfZone(shopZone())
}

/** An instant (ISO 8601) to the minute in the shop's zone. */
export function formatMoment(at: string): string {
  return format(at, 'moment')
}

/** The time of day of an instant in the shop's zone: `09:05`. */
export function formatTime(at: string): string {
  return format(at, 'time')
}

/** An instant in the shop's time zone, with seconds and zone on hover; `isDay` omits the time. */
export function Moment({ at, isDay = false }: { at: string; isDay?: boolean }) {
  return (
    <time dateTime={at} title={format(at, 'whole')}>
      {format(at, isDay ? 'day' : 'moment')}
    </time>
  )
}

const days = new Intl.DateTimeFormat('en-GB', { ...styleOf.day, timeZone: 'UTC' })

/** A day of the shop's time zone: `2026-03-29`. */
export function Day({ on }: { on: string }) {
  return <time dateTime={on}>{days.format(new Date(on))}</time>
}

const dayMilliseconds = 24 * 60 * 60 * 1_000

/** The day in the shop's time zone that so many days have passed since. */
export function daysAgo(count: number): string {
  return toLocalTime(new Date(Date.now() - count * dayMilliseconds), shopZone()).slice(0, 10)
}

/** Names the time zone below a list. */
export function ZoneNote() {
  return <p className={styles.zone}>Times are in {zoneName()}.</p>
}

interface InstantFieldProps {
  label: string
  /** ISO 8601 in UTC; null when it is open. */
  value: string | null
  onChange: (value: string | null) => void
  required?: boolean
  error?: string | undefined
  hint?: string
}

/** The props of a date and time input for an instant (ISO 8601); null is an open date. */
export function instantInput(value: string | null, onChange: (value: string | null) => void) {
  return {
    type: 'datetime-local',
    step: 1,
    value: value === null ? '' : toLocalTime(new Date(value), shopZone()),
    onChange: ({ target }: { target: { value: string } }) => {
      const isWhole = !Number.isNaN(Date.parse(`${target.value}Z`))
      onChange(isWhole ? fromLocalTime(target.value, shopZone()).toISOString() : null)
    },
  }
}

/** A date and time in the shop's time zone, stored as an instant. Unchanged values keep their milliseconds. */
export function InstantField({ label, value, onChange, required, error, hint }: InstantFieldProps) {
  return (
    <TextField
      label={label}
      required={required}
      {...instantInput(value, onChange)}
      error={error}
      hint={hint ?? zoneName()}
    />
  )
}

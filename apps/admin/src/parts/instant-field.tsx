import { fromLocalTime, toLocalTime } from '@solvane/contract/time-zone'
import { TextField } from '@solvane/ui/field'
import { zoneName } from './moment.tsx'
import { shopZone } from './shop-zone.ts'

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

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

/** What an input of a day and a time needs to hold an instant (ISO 8601), open when null. */
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

/**
 * A day and a time of the shop's zone, which the hint names; kept as an instant. What is not touched
 * stays as it is, also below the second.
 */
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

import { TextField } from '@solvane/ui/field'
import { zoneName } from './moment.tsx'

interface InstantFieldProps {
  label: string
  /** ISO 8601 in UTC; null when it is open. */
  value: string | null
  onChange: (value: string | null) => void
  required?: boolean
  error?: string | undefined
  hint?: string
}

/** An instant as this browser's zone writes it, to the second. */
function toLocal(value: string): string {
  const date = new Date(value)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19)
}

/** What an input of a day and a time needs to hold an instant (ISO 8601), open when null. */
export function instantInput(value: string | null, onChange: (value: string | null) => void) {
  return {
    type: 'datetime-local',
    step: 1,
    value: value === null ? '' : toLocal(value),
    onChange: ({ target }: { target: { value: string } }) => {
      const date = new Date(target.value)
      onChange(Number.isNaN(date.getTime()) ? null : date.toISOString())
    },
  }
}

/**
 * A day and a time of this browser's zone, which the hint names; kept as an instant. What is not touched
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

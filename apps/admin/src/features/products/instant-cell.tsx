import { instantInput } from '../../parts/instant-field.tsx'
import grid from './grid.module.css'

interface InstantCellProps {
  label: string
  value: string | null
  onChange: (value: string | null) => void
  error: string | undefined
}

/** A date and time in a grid, in the shop's time zone; empty when it is open. */
export function InstantCell({ label, value, onChange, error }: InstantCellProps) {
  return (
    <td>
      <input
        {...instantInput(value, onChange)}
        className={`${grid.control} ${grid.moment}`}
        aria-label={label}
        aria-invalid={error ? true : undefined}
      />
      {error && <span className={grid.error}>{error}</span>}
    </td>
  )
}

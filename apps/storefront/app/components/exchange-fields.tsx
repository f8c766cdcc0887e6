import { SelectField } from '@solvane/ui/field'
import { optionsOf } from './product-options.ts'

interface UnitsFieldProps {
  /** How many units can be chosen. */
  most: number
  value: number
  onChange: (units: number) => void
}

/** How many units of a line go back; nothing where there is no choice. */
export function UnitsField({ most, value, onChange }: UnitsFieldProps) {
  if (most === 1) return null
  return (
    <SelectField
      label="Quantity"
      required
      value={value}
      onChange={({ target }) => onChange(Number(target.value))}
    >
      {Array.from({ length: most }, (_, at) => at + 1).map((units) => (
        <option key={units}>{units}</option>
      ))}
    </SelectField>
  )
}

interface InsteadFieldProps {
  variants: readonly { variantId: string; attributeValues: Readonly<Record<string, string>> }[]
  /** The id of the chosen variant; empty if none is. */
  value: string
  /** Whether a missing choice is marked. */
  isChecked: boolean
  onChange: (variantId: string) => void
}

/** The variant that is sent instead of a line that goes back. */
export function InsteadField({ variants, value, isChecked, onChange }: InsteadFieldProps) {
  return (
    <SelectField
      label="Size or colour instead"
      required
      value={value}
      error={isChecked && value === '' ? 'Please choose what we send instead.' : undefined}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{variants.length > 0 ? 'Please choose' : 'Nothing else is in stock'}</option>
      {variants.map(({ variantId, attributeValues }) => (
        <option key={variantId} value={variantId}>
          {optionsOf(attributeValues)}
        </option>
      ))}
    </SelectField>
  )
}

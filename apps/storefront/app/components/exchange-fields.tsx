import { SelectField } from '@solvane/ui/field'
import { optionsOf } from './product-options.ts'

/** The choices for a line. */
export interface Choice {
  quantity: number
  /** The id of the variant that is sent instead; empty if none is chosen. */
  exchangeFor: string
}

/** A line that can still go back, and the variants that are offered instead. */
interface OpenLine {
  variantId: string
  quantity: number
  exchanges: readonly { variantId: string }[]
}

/** What is chosen, by variant. */
export type Choices<Chosen extends Choice> = Readonly<Record<string, Chosen>>

/**
 * What can still be had of what was chosen: another return may have taken a part of it since, and
 * what is sent instead may have sold out. `isLess` once that took away a line, or units of one.
 */
export function stillOpen<Chosen extends Choice>(
  chosen: Choices<Chosen>,
  lines: readonly OpenLine[],
): { open: Choices<Chosen>; isLess: boolean } {
  let isLess = false
  const open: Record<string, Chosen> = {}
  for (const [variantId, choice] of Object.entries(chosen)) {
    const line = lines.find((one) => one.variantId === variantId)
    if (!line || line.quantity < choice.quantity) isLess = true
    if (!line) continue
    const isOffered = line.exchanges.some((other) => other.variantId === choice.exchangeFor)
    open[variantId] = {
      ...choice,
      quantity: Math.min(choice.quantity, line.quantity),
      exchangeFor: isOffered ? choice.exchangeFor : '',
    }
  }
  return { open, isLess }
}

/** Says that a part of what was chosen is gone, beside what is left. */
export function LessNote({ isLess }: { isLess: boolean }) {
  return (
    <div role="status">
      {isLess && 'Part of what you chose is being returned already. Below is what is left.'}
    </div>
  )
}

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

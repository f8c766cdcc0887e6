import { optionLabel } from './option-label.ts'

/** The chosen options of a piece, by name: colour before size. */
export function attributeLines(attributeValues: Readonly<Record<string, string>>) {
  return Object.entries(attributeValues)
    .map(([name, value]) => ({ name: optionLabel(name), value }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

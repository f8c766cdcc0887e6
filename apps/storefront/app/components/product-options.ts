/** The label over the values of an option. Its wire name is American. */
export function optionLabel(name: string): string {
  return name.toLowerCase() === 'color' ? 'Colour' : name
}

/** The chosen options of a variant, sorted by name: colour before size. */
export function attributeLines(attributeValues: Readonly<Record<string, string>>) {
  return Object.entries(attributeValues)
    .map(([name, value]) => ({ name: optionLabel(name), value }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/** The options of a variant on one line: `Ink, M`. */
export function optionsOf(attributeValues: Readonly<Record<string, string>>): string {
  return attributeLines(attributeValues)
    .map(({ value }) => value)
    .join(', ')
}

/** A variant by its product and options: `Calvi Tote, Ink, M`. */
export function variantName(
  product: string,
  attributeValues: Readonly<Record<string, string>>,
): string {
  return [product, optionsOf(attributeValues)].filter(Boolean).join(', ')
}

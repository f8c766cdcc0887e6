/** A typed amount of dollars, also as lists show it: `1,250.00`, `$1,050`. NaN if it is not an amount. */
export function readAmount(text: string): number {
  const digits = text.trim().replace(/^([-−]?)\s*\$?\s*/, (_, sign) => (sign ? '-' : ''))
  const isAmount = /^-?(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/.test(digits) && /\d/.test(digits)
  return isAmount ? Number(digits.replaceAll(',', '')) : Number.NaN
}

/**
 * Binds text fields to their values by name. `onChange` gets the changed value, and `errorOf`
 * returns the error of a field.
 */
export function bindFields<Name extends string>(
  values: Readonly<Record<Name, string>>,
  onChange: (part: { [Field in Name]?: string }) => void,
  errorOf: (name: Name) => string | undefined,
) {
  return (name: Name) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ [name]: target.value } as { [Field in Name]?: string }),
    error: errorOf(name),
  })
}

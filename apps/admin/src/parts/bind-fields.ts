/**
 * Binds text fields to their values by name. `onChange` gets the changed value, and `errorOf` gives
 * the error of a field.
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

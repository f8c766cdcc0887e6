/** The values of a comma-separated list. A comma within a value stands behind a backslash. */
export function readCommaList(text: string): string[] {
  return (text.match(/(?:\\[\s\S]|[^\\,])+/g) ?? []).map((item) =>
    item.replace(/\\([\\,])/g, '$1').trim(),
  )
}

/** The values as a comma-separated list. */
export function writeCommaList(values: readonly string[]): string {
  return values.map((value) => value.replace(/[\\,]/g, '\\$&')).join(',')
}

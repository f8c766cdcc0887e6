/** The values of a comma-separated list; `\,` is a comma within a value. */
export function readCommaList(text: string): string[] {
  return (text.match(/(\\,|[^,])+/g) ?? []).map((item) => item.replaceAll('\\,', ',').trim())
}

/** The values as a comma-separated list. */
export function writeCommaList(values: readonly string[]): string {
  return values.map((value) => value.replaceAll(',', '\\,')).join(',')
}

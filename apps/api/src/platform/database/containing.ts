/** A pattern for `like` that finds `text` anywhere in lower-case text; `%` and `_` stand for themselves. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}

/** The largest stock of a variant. */
const mostUnits = 1_000_000

/** A stock as it was typed: a count (`12`), or a difference from the current one (`+3`, `-2`). NaN if it is neither. */
export function readStock(typed: string, current: number): number {
  const text = typed.trim().replace('−', '-')
  if (!/^[+-]?\d{1,7}$/.test(text)) return Number.NaN
  const stock = /^\d/.test(text) ? Number(text) : current + Number(text)
  return stock >= 0 && stock <= mostUnits ? stock : Number.NaN
}

/** A line of a delivery note. */
export interface CodeLine {
  code: string
  quantity: number
}

/** The lines that were read, added up by code, and the lines without a valid quantity. */
export interface ReadLines {
  lines: CodeLine[]
  mistakes: { line: number; text: string }[]
}

/**
 * Reads a delivery note that was typed, scanned or pasted: one code per line, and its quantity
 * after a tab, a comma, a semicolon or a space. A code alone counts once, as scanners send it.
 */
export function readDeliveryLines(typed: string): ReadLines {
  const quantities = new Map<string, CodeLine>()
  const mistakes: ReadLines['mistakes'] = []
  for (const [at, text] of typed.split('\n').entries()) {
    const written = text.trim()
    if (written === '') continue
    const { code = written, count = '1' } =
      /^"?(?<code>.*?)"?\s*[\t,;]\s*"?(?<count>[^\t,;"]*)"?$/.exec(written)?.groups ??
      /^(?<code>.*\S)\s+(?<count>\d+)$/.exec(written)?.groups ??
      {}
    const quantity = Number(count)
    if (code === '' || !/^\d+$/.test(count) || quantity < 1 || quantity > mostUnits) {
      mistakes.push({ line: at + 1, text: written })
      continue
    }
    const known = quantities.get(code.toLowerCase())
    if (known) known.quantity += quantity
    else quantities.set(code.toLowerCase(), { code, quantity })
  }
  return { lines: [...quantities.values()], mistakes }
}

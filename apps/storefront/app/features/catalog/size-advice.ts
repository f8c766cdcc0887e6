/** The table of a size guide: the first column names the sizes. */
export interface SizeTable {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A measurement of the body by which a table distinguishes sizes; in centimetres. */
export interface Measure {
  /** Its column. */
  column: number
  /** For example `Foot`. */
  name: string
}

type Advice =
  | { kind: 'size'; size: string }
  /** Beyond the largest or the smallest size, which is named. */
  | { kind: 'too-large' | 'too-small'; size: string }

/** The measurements of a table: its columns in centimetres, `Foot (cm)` or `Waist (cm · in)`. */
export function measuresOf({ columns }: SizeTable): Measure[] {
  return columns.flatMap((heading, column) => {
    const [, name] = /^(.+?)\s*\(cm\b/.exec(heading) ?? []
    return name && column > 0 ? [{ column, name }] : []
  })
}

/** The least and the most centimetres in a cell: `57–58`, or `80 · 31.5` with inches behind the dot. */
function boundsOf(cell: string | undefined): { least: number; most: number } | null {
  const numbers = (cell?.split('·')[0]?.match(/\d+(\.\d+)?/g) ?? []).map(Number)
  return numbers.length > 0 ? { least: Math.min(...numbers), most: Math.max(...numbers) } : null
}

/**
 * The size for measurements in centimetres by column: the smallest that is large enough in all of
 * them. Null if the table says nothing of them.
 */
export function adviseSize(
  { rows }: SizeTable,
  measured: ReadonlyMap<number, number>,
): Advice | null {
  const sizes = rows.flatMap(([size, ...cells]) => {
    const bounds = [...measured.keys()].map((column) => boundsOf(cells[column - 1]))
    return size && bounds.every((bound) => bound !== null) ? [{ size, bounds }] : []
  })
  const [smallest, second] = sizes
  const largest = sizes.at(-1)
  if (!smallest || !largest || measured.size === 0) return null
  const values = [...measured.values()]
  const found = sizes.find(({ bounds }) =>
    values.every((value, at) => value <= (bounds[at]?.most ?? 0)),
  )
  if (!found) return { kind: 'too-large', size: largest.size }
  // More than a whole size below the smallest in everything.
  const isTooSmall = values.every((value, at) => {
    const { least = 0, most = 0 } = smallest.bounds[at] ?? {}
    return value < least - ((second?.bounds[at]?.most ?? most) - most)
  })
  return isTooSmall
    ? { kind: 'too-small', size: smallest.size }
    : { kind: 'size', size: found.size }
}

/** A variable that is probably meant to be a setting. */
interface MisspelledSetting {
  found: string
  meant: string
}

/**
 * Finds variables that are one typing mistake away from a setting: a character more, less or
 * different, or two neighboring characters swapped. With two mistakes SHOP_URL would match SMTP_URL.
 */
export function findMisspelledSettings(
  environment: Record<string, string | undefined>,
  known: readonly string[],
): MisspelledSetting[] {
  return Object.keys(environment).flatMap((found) => {
    if (known.includes(found) || !/^[A-Z][A-Z0-9_]+$/.test(found)) return []
    const meant = known.find((name) => editDistance(found, name) === 1)
    return meant ? [{ found, meant }] : []
  })
}

/** Optimal string alignment distance: insertions, deletions, replacements and swaps. */
function editDistance(left: string, right: string): number {
  const rows = Array.from({ length: left.length + 1 }, (_, row) => [row])
  const at = (row: number, column: number) => rows[row]?.[column] ?? column
  for (let row = 1; row <= left.length; row++) {
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1]
      const swapped =
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1]
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (same ? 0 : 1),
          swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(left.length, right.length)
}

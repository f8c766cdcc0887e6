const letterSizes = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL']

/** Letters from small to large, then numbers, then words: for sorting sizes. */
export function compareSizes(a: string, b: string): number {
  return rank(a) - rank(b) || a.localeCompare(b, 'en', { numeric: true })
}

function rank(size: string): number {
  const letter = letterSizes.indexOf(size)
  if (letter >= 0) return letter
  return Number.isNaN(Number.parseFloat(size)) ? 10_000 : 100 + Number.parseFloat(size)
}

/** A typed amount of dollars, also as lists show it: `1,250.00`, `$1,050`. NaN if it is not an amount. */
export function readAmount(text: string): number {
  const digits = text.trim().replace(/^([-−]?)\s*\$?\s*/, (_, sign) => (sign ? '-' : ''))
  const isAmount = /^-?(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/.test(digits) && /\d/.test(digits)
  return isAmount ? Number(digits.replaceAll(',', '')) : Number.NaN
}

/**
 * What is typed as an amount of dollars, also as the lists write it: `1,250.00`, `$1,050`. Not a number
 * when it is none.
 */
export function readAmount(text: string): number {
  const said = text.trim().replace(/^([-−]?)\s*\$?\s*/, (_, sign) => (sign ? '-' : ''))
  const isAmount = /^-?(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/.test(said) && /\d/.test(said)
  return isAmount ? Number(said.replaceAll(',', '')) : Number.NaN
}

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

/** How much more or less than before, in words; after zero there is no share to state. */
export function changeOf(now: number, before: number): string {
  if (now === before) return 'The same'
  if (before === 0) return 'New'
  return percent.format((now - before) / before)
}

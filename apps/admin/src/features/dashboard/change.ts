const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

/** How much more or less than before, in words; from nothing no share can be told. */
export function changeOf(now: number, before: number): string {
  if (now === before) return 'The same'
  if (before === 0) return 'From nothing'
  return percent.format((now - before) / before)
}

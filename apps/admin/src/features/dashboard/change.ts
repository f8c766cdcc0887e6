const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

/** The relative change as text; a change from zero has no percentage. */
export function changeOf(now: number, before: number): string {
  if (now === before) return 'No change'
  if (before === 0) return 'New'
  return percent.format((now - before) / before)
}

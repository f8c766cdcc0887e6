/** Allowed steps of an axis, times a power of ten. */
const steps = [1, 2, 2.5, 5, 10]
/** The largest number of steps from zero to the top. */
const most = 5

/** Even round values from 0 to `max` or just above it, for an axis: `axisTicks(1_360)` is 0, 500, 1000, 1500. */
export function axisTicks(max: number): number[] {
  if (max <= 0) return [0, 1]
  const power = 10 ** Math.floor(Math.log10(max / most))
  const step = power * (steps.find((step) => Math.ceil(max / (step * power)) <= most) ?? 10)
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step)
}

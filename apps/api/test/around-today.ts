/** Yesterday to tomorrow as days of UTC: all that a test does meanwhile, in any time zone. */
export function aroundToday(): { from: string; until: string } {
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  return { from: day(-1), until: day(1) }
}

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { largestScale, pannedBy, wholeView, zoomedTo } from './use-zoom.ts'

const frame = {
  stage: { width: 1440, height: 828 },
  fitted: { width: 662.4, height: 828 },
  masterWidth: 2650,
}

it('enlarges up to the size of the original, and at least to twice the whole', () => {
  expect(largestScale(frame)).toBeCloseTo(4, 1)
  expect(largestScale({ ...frame, masterWidth: 700 })).toBe(2)
  expect(zoomedTo(wholeView, 100, { x: 0, y: 0 }, frame).scale).toBe(largestScale(frame))
})

it('keeps what is under the pointer where it is', () => {
  const before = { scale: 3, x: 20, y: -30 }
  const point = { x: 110, y: -70 }
  const after = zoomedTo(before, 3.5, point, frame)
  const under = (view: typeof before) => (point.x - view.x) / view.scale
  expect(under(after)).toBeCloseTo(under(before))
})

it('never shows an empty margin beside a picture that is larger than the stage', () => {
  const offset = fc.double({ min: -9_000, max: 9_000, noNaN: true })
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 9, noNaN: true }), offset, offset, (scale, x, y) => {
      const zoomed = zoomedTo(wholeView, scale, { x, y }, frame)
      const view = pannedBy(zoomed, x, y, frame)
      const excess = (part: 'width' | 'height') =>
        Math.max(0, (frame.fitted[part] * view.scale - frame.stage[part]) / 2)
      expect(Math.abs(view.x)).toBeLessThanOrEqual(excess('width') + 1e-6)
      expect(Math.abs(view.y)).toBeLessThanOrEqual(excess('height') + 1e-6)
      expect(view.scale).toBeGreaterThanOrEqual(1)
    }),
  )
})

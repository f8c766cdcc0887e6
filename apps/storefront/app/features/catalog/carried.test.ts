import { expect, it } from 'vitest'
import { carriedBy, dropOf } from './scale-dialog.tsx'

const bag = { widthMm: 275, heightMm: 190, depthMm: 110 }

it('reads how deep a handle hangs, the handle before the strap', () => {
  expect(dropOf('W 27.5 × H 19 cm; handle drop 9.5 cm · 3.7 in; strap drop 48–56 cm')).toBe(9.5)
  expect(dropOf('W 26 × H 14.5 × D 4 cm')).toBe(0)
})

it('hangs a short handle from the hand, true to scale, and a long strap from the shoulder', () => {
  const inHand = carriedBy(175, bag, 'handle drop 9 cm')
  expect(inHand.hold.y - inHand.top.y).toBe(9)
  expect(inHand.hold.y).toBeLessThan(175 / 2)
  const onShoulder = carriedBy(175, bag, 'chain drop 29 cm')
  expect(onShoulder.hold.y - onShoulder.top.y).toBeCloseTo(29)
  expect(onShoulder.hold.y).toBeGreaterThan(175 * 0.8)
})

it('never draws a bag through the floor', () => {
  const trunk = { widthMm: 600, heightMm: 900, depthMm: 400 }
  expect(carriedBy(165, trunk, 'handle drop 19 cm').top.y).toBe(90)
})

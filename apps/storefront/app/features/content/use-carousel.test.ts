import { describe, expect, it } from 'vitest'
import {
  disabledArrows,
  firstPosition,
  nextPosition,
  previousPosition,
  settledPosition,
  shownSlide,
  slidePosition,
} from './banner-carousel.tsx'

const count = 3
const at = (index: number, isSnapping = false) => ({ index, isSnapping })

describe('the carousel of three slides', () => {
  it('advances to the clone and no further', () => {
    const steps = [at(0), at(1), at(2), at(3)].map((position) => nextPosition(position, count))
    expect(steps.map(({ index }) => index)).toEqual([1, 2, 3, 3])
  })

  it('goes back to the first and no further', () => {
    expect([at(3), at(1), at(0)].map((position) => previousPosition(position).index)).toEqual([
      2, 0, 0,
    ])
  })

  it('snaps from the clone to the first slide without animation, and stays elsewhere', () => {
    expect(settledPosition(at(3), count)).toEqual(at(0, true))
    expect(settledPosition(at(2), count)).toEqual(at(2))
  })

  it('animates again after the snap', () => {
    expect(nextPosition(at(0, true), count)).toEqual(at(1))
  })

  it.each([
    [0, 0],
    [2, 2],
    [3, 0],
  ])('shows at position %i slide %i', (index, slide) => {
    expect(shownSlide(at(index), count)).toBe(slide)
  })

  it.each([
    ['previous at the first', at(0), { previous: true, next: false }],
    ['none in between', at(1), { previous: false, next: false }],
    ['next at the clone', at(3), { previous: false, next: true }],
    ['none during the snap', at(0, true), { previous: false, next: false }],
  ])('disables %s', (_, position, disabled) => {
    expect(disabledArrows(position, count)).toEqual(disabled)
  })

  it('goes straight to a slide', () => {
    expect(slidePosition(2)).toEqual(at(2))
    expect(firstPosition).toEqual(at(0))
  })
})

import { describe, expect, it } from 'vitest'
import { adviseSize, measuresOf } from './size-guide-drawer.tsx'

const shoes = {
  columns: ['EU', 'US', 'Foot (cm)', 'Foot (in)'],
  rows: [
    ['36', '6', '23.0', '9.1'],
    ['37', '7', '23.7', '9.3'],
    ['38', '8', '24.3', '9.6'],
  ],
}
const clothes = {
  columns: ['Size', 'IT', 'Bust (cm · in)', 'Waist (cm · in)'],
  rows: [
    ['S', '40', '84 · 33.1', '66 · 26.0'],
    ['M', '42', '88 · 34.6', '70 · 27.6'],
    ['L', '44', '93 · 36.6', '75 · 29.5'],
  ],
}
const hats = {
  columns: ['Size', 'Head (cm)'],
  rows: [
    ['S', '55–56'],
    ['M', '57–58'],
  ],
}
const foot = (length: number) => adviseSize(shoes, new Map([[2, length]]))
const body = (bust: number, waist: number) =>
  adviseSize(
    clothes,
    new Map([
      [2, bust],
      [3, waist],
    ]),
  )

describe('the measurements of a table', () => {
  it('are its columns in centimetres', () => {
    expect(measuresOf(shoes)).toEqual([{ column: 2, name: 'Foot' }])
    expect(measuresOf(clothes).map(({ name }) => name)).toEqual(['Bust', 'Waist'])
    expect(measuresOf({ columns: ['Size', 'Trouser waist (in)'], rows: [] })).toEqual([])
  })
})

describe('the advised size', () => {
  it('is the smallest in which the foot fits', () => {
    expect(foot(23)).toEqual({ kind: 'size', size: '36' })
    expect(foot(23.1)).toEqual({ kind: 'size', size: '37' })
    expect(foot(24.3)).toEqual({ kind: 'size', size: '38' })
  })

  it('is large enough in every measurement, and reads those of one alone', () => {
    expect(body(84, 66)).toEqual({ kind: 'size', size: 'S' })
    expect(body(84, 74)).toEqual({ kind: 'size', size: 'L' })
    expect(adviseSize(clothes, new Map([[3, 68]]))).toEqual({ kind: 'size', size: 'M' })
  })

  it('takes the end of a range', () => {
    expect(adviseSize(hats, new Map([[1, 56.5]]))).toEqual({ kind: 'size', size: 'M' })
  })

  it('reads decimal commas', () => {
    const table = {
      columns: ['EU', 'Foot (cm)'],
      rows: [
        ['37', '23,5'],
        ['38', '24,2'],
      ],
    }
    expect(adviseSize(table, new Map([[1, 23.4]]))).toEqual({ kind: 'size', size: '37' })
  })

  it('is none far beyond the table', () => {
    expect(foot(24.4)).toEqual({ kind: 'too-large', size: '38' })
    expect(foot(22)).toEqual({ kind: 'too-small', size: '36' })
    expect(foot(22.5)).toEqual({ kind: 'size', size: '36' })
  })

  it('is none without a measurement, or of a table without numbers', () => {
    expect(adviseSize(shoes, new Map())).toBeNull()
    expect(
      adviseSize({ columns: ['Size', 'Foot (cm)'], rows: [['S', 'ask us']] }, new Map([[1, 20]])),
    ).toBeNull()
  })
})

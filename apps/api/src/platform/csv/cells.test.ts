import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCell, toCell } from './cells.ts'

const hard = fc
  .array(fc.constantFrom("'", '"', '=', '+', '-', '@', '\t', '\r', '\n', ';', 'A', '1', '＝'), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''))

// Bounded by its runs, not by a clock that a busy machine reaches.
test('no cell begins like a formula, and every text survives a round trip', { timeout: 0 }, () => {
  fc.assert(
    fc.property(fc.oneof(hard, fc.string()), (text) => {
      expect(toCell(text)).not.toMatch(/(^|[;\t\r\n])"*[=+\-@＝＋－＠]/)
      expect(fromCell(toCell(text))).toBe(text)
    }),
  )
})

test.each([
  ['=1+1', "'=1+1"],
  ["x;=cmd|'/C calc'!A0;", "x;'=cmd|'/C calc'!A0;"],
  ['x;"@SUM(1)"', `x;'"@SUM(1)"`],
  ['Two lines\n+1', "Two lines\n'+1"],
])('%j is no formula, whatever separates the cells', (text, cell) => {
  expect(toCell(text)).toBe(cell)
})

test('ordinary text stays unchanged', () => {
  expect(toCell('Ilaria Top-Handle')).toBe('Ilaria Top-Handle')
  expect(fromCell("'quoted'")).toBe("'quoted'")
})

import { describe, expect, it } from 'vitest'
import { anchorOf, joinParagraphs, splitLines, splitParagraphs } from './page-values.ts'

describe('typed text', () => {
  it('is paragraphs where lines are empty, and gives them back', () => {
    const typed = ' One,\nin two lines. \n\n \n\nTwo.\n'
    expect(splitParagraphs(typed)).toEqual(['One,\nin two lines.', 'Two.'])
    expect(splitParagraphs(joinParagraphs(['A', 'B']))).toEqual(['A', 'B'])
    expect(splitParagraphs('\n \n')).toEqual([])
  })

  it('is lines otherwise', () => {
    expect(splitLines('Tote\n\n  Silk scarf ')).toEqual(['Tote', 'Silk scarf'])
  })
})

it.each([
  ['Women’s shoes', 'women-s-shoes'],
  ['  É à la carte!', 'e-a-la-carte'],
  ['——', ''],
])('the heading %j names its place %j', (heading, anchor) => {
  expect(anchorOf(heading)).toBe(anchor)
})

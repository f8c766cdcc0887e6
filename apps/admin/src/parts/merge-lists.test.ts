import { describe, expect, it } from 'vitest'
import { mergeDocuments } from './merge-lists.ts'
import { keyed } from './ordered-list.tsx'

interface Slide {
  title: string
  text: string
  link: string
}

const slide = (title: string, text = `About ${title}`): Slide => ({
  title,
  text,
  link: `/${title}`,
})

/** A document as a form holds it: keys are new each time it is loaded. */
const load = (slides: Slide[]) => ({ slides: slides.map(keyed) })

const [a, b, c] = [slide('a'), slide('b'), slide('c')]

/** The titles and texts after a merge. */
function merge(
  base: Slide[],
  edit: (slides: ReturnType<typeof load>['slides']) => object[],
  latest: Slide[],
) {
  const before = load(base)
  const edited = { slides: edit(before.slides) as typeof before.slides }
  return mergeDocuments(before, edited, load(latest)).slides.map(
    ({ title, text }) => `${title}: ${text}`,
  )
}

describe('a list that two people have edited', () => {
  it('keeps an edit of one item and a colleague’s edit of another', () => {
    const merged = merge([a, b], ([one, two]) => [{ ...one, text: 'Mine' }, two as object], [
      a,
      { ...b, text: 'Theirs' },
    ])
    expect(merged).toEqual(['a: Mine', 'b: Theirs'])
  })

  it('keeps edits of different fields of one item', () => {
    const merged = merge([a, b], ([one, two]) => [{ ...one, text: 'Mine' }, two as object], [
      { ...a, title: 'A' },
      b,
    ])
    expect(merged).toEqual(['A: Mine', 'b: About b'])
  })

  it('takes the edit where both changed the same field', () => {
    const merged = merge([a], ([one]) => [{ ...one, text: 'Mine' }], [{ ...a, text: 'Theirs' }])
    expect(merged).toEqual(['a: Mine'])
  })

  it('keeps what both have added, and what either has removed stays removed', () => {
    const merged = merge([a, b, c], ([one, two]) => [one, keyed(slide('mine')), two] as object[], [
      b,
      c,
      slide('theirs'),
    ])
    expect(merged).toEqual(['mine: About mine', 'b: About b', 'theirs: About theirs'])
  })

  it('keeps an edit of an item that a colleague has removed', () => {
    const merged = merge([a, b], ([one, two]) => [one as object, { ...two, text: 'Mine' }], [a])
    expect(merged).toEqual(['a: About a', 'b: Mine'])
  })

  it('keeps a move and a colleague’s edit', () => {
    const merged = merge([a, b, c], (slides) => slides.toReversed(), [
      a,
      { ...b, text: 'Theirs' },
      c,
    ])
    expect(merged).toEqual(['c: About c', 'b: Theirs', 'a: About a'])
  })

  it('keeps a colleague’s move and an edit', () => {
    const merged = merge([a, b, c], ([one, ...rest]) => [{ ...one, text: 'Mine' }, ...rest], [
      c,
      b,
      a,
    ])
    expect(merged).toEqual(['c: About c', 'b: About b', 'a: Mine'])
  })

  it('keeps both where the items have nothing in common', () => {
    const other = { title: 'other', text: 'Theirs', link: '/other' }
    const merged = merge([a], ([one]) => [{ ...one, text: 'Mine' }], [other])
    expect(merged.toSorted()).toEqual(['a: Mine', 'other: Theirs'])
  })
})

describe('lists within lists', () => {
  const load = (...answers: string[]) => ({
    themes: [
      keyed({
        slug: 'delivery',
        title: 'Delivery',
        items: answers.map((answer, at) => keyed({ question: `Question ${at}?`, answer })),
      }),
    ],
  })

  it('are merged item by item, too', () => {
    const base = load('One', 'Two')
    const [theme] = base.themes
    const [first, second] = theme?.items ?? []
    const edited = {
      themes: [{ ...theme, items: [{ ...first, answer: 'Mine' }, second] }],
    } as typeof base
    const merged = mergeDocuments(base, edited, load('One', 'Theirs'))
    expect(merged.themes[0]?.items.map(({ answer }) => answer)).toEqual(['Mine', 'Theirs'])
  })
})

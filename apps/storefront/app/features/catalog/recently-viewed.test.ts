import { describe, expect, it } from 'vitest'
import { readViewed, withViewed } from './recently-viewed.tsx'

const product = (identifier: string) => ({
  identifier,
  name: identifier,
  coverPicture: { src: '/a.webp', alt: '', width: 4, height: 5, color: '#ffffff' },
})

describe('the recently viewed products', () => {
  it.each([
    ['nothing', null],
    ['text that is not JSON', '{'],
    ['another shape', '{"a":1}'],
    ['incomplete products', '[null, 3, {"identifier":"a"}, {"identifier":"a","name":"A"}]'],
  ])('is nothing when storage holds %s', (_, text) => {
    expect(readViewed(text)).toEqual([])
  })

  it('reads back as it was written', () => {
    expect(readViewed(JSON.stringify([product('a'), product('b')]))).toEqual([
      product('a'),
      product('b'),
    ])
  })

  it('starts with the newest, each once, nine at most', () => {
    const ten = 'abcdefghij'.split('').map(product)
    const kept = withViewed(ten, product('c'))
    expect(kept.map(({ identifier }) => identifier).join('')).toBe('cabdefghi')
  })
})

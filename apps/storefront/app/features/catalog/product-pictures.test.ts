import { describe, expect, it } from 'vitest'
import { chosenPictures, colorOptionOf } from './product-pictures.ts'
import type { Product } from './variant-choice.ts'

const picture = (src: string) => ({ src, alt: '', width: 1, height: 1, color: '#fff' })
const colors = [
  { name: 'Ink', hex: '#000000' },
  { name: 'Rust', hex: '#aa4422' },
]
const product = {
  cover: 'ink-1',
  colors,
  options: [
    { name: 'Size', values: ['S'] },
    { name: 'Colour', values: ['Ink', 'Rust'] },
  ],
  pictures: ['ink-1', 'ink-2', 'rust-1'].map(picture),
  variants: [
    { cover: 'rust-1', imagesJson: ['rust-1'], attributeValues: { Colour: 'Rust', Size: 'S' } },
    {
      cover: 'ink-1',
      imagesJson: ['ink-1', 'ink-2'],
      attributeValues: { Colour: 'Ink', Size: 'S' },
    },
  ],
} as unknown as Product
const shown = (of: Product, choice: Record<string, string>) =>
  chosenPictures(of, choice).map(({ src }) => src)

describe('the pictures of a piece', () => {
  it('follow the colour', () => {
    expect(shown(product, { Colour: 'Rust' })).toEqual(['rust-1'])
  })

  it('begin with those of the variant on the cover', () => {
    expect(shown(product, {})).toEqual(['ink-1', 'ink-2'])
  })

  it('are all of them when the colour has none of its own', () => {
    const variants = product.variants.map((variant) => ({ ...variant, imagesJson: [] }))
    expect(shown({ ...product, variants }, { Colour: 'Rust' })).toHaveLength(3)
  })
})

describe('the option of the colours', () => {
  it('is the one whose values are colours', () => {
    expect(colorOptionOf(product)).toBe('Colour')
  })

  it('is none when no option is', () => {
    expect(colorOptionOf({ colors: [], options: product.options })).toBeUndefined()
  })
})

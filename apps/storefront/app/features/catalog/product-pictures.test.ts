import { describe, expect, it } from 'vitest'
import { chosenPictures, colorOptionOf, linkedChoice, type Product } from './variant-choice.ts'

const picture = (src: string) => ({ src, alt: '', width: 1, height: 1, color: '#fff' })
const colors = [
  { name: 'Ink', hex: '#000000' },
  { name: 'Rust', hex: '#aa4422' },
]
const product = {
  imagesJson: ['ink-1', 'ink-2'],
  colors,
  options: [
    { name: 'Size', values: ['S'] },
    { name: 'Colour', values: ['Ink', 'Rust'] },
  ],
  pictures: ['ink-1', 'ink-2', 'rust-1', 'rust-2'].map(picture),
  variants: [
    { imagesJson: ['rust-1', 'rust-2'], attributeValues: { Colour: 'Rust', Size: 'S' } },
    { imagesJson: ['ink-1', 'ink-2'], attributeValues: { Colour: 'Ink', Size: 'S' } },
  ],
} as unknown as Product
const shown = (of: Product, choice: Record<string, string>) =>
  chosenPictures(of, choice).map(({ src }) => src)

describe('the pictures of a product', () => {
  it('follow the colour', () => {
    expect(shown(product, { Colour: 'Rust' })).toEqual(['rust-1', 'rust-2'])
  })

  it("are the product's own until a colour is chosen", () => {
    expect(shown(product, {})).toEqual(['ink-1', 'ink-2'])
  })

  it("stay the product's own when the colour has none, or the placeholder only", () => {
    for (const imagesJson of [[], ['placeholder']]) {
      const variants = product.variants.map((variant) => ({ ...variant, imagesJson }))
      expect(shown({ ...product, variants }, { Colour: 'Rust' })).toEqual(['ink-1', 'ink-2'])
    }
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

describe('a link to a product in a colour', () => {
  const variants = [
    { attributeValues: { Colour: 'Ink', Size: 'S' }, stock: 1 },
    { attributeValues: { Colour: 'Rust', Size: 'S' }, stock: 0 },
  ]
  const viewed = { ...product, variants } as unknown as Product

  const choose = (search: string, withSizes = true) =>
    linkedChoice(viewed, new URLSearchParams(search), { withSizes })

  it('chooses it', () => {
    expect(choose('color=Ink')).toEqual({ Colour: 'Ink' })
  })

  it.each(['color=Rust', 'color=Mauve', 'color=', 'size=XL', ''])(
    'ignores "%s", which is not available',
    (search) => {
      expect(choose(search)).toEqual({})
    },
  )

  it('chooses the size too, except on pages that are cached for everyone', () => {
    expect(choose('size=S&color=Ink')).toEqual({ Colour: 'Ink', Size: 'S' })
    expect(choose('size=S&color=Ink', false)).toEqual({ Colour: 'Ink' })
  })
})

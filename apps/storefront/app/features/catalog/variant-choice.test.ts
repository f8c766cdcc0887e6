import { describe, expect, it } from 'vitest'
import {
  initialChoice,
  isValuePossible,
  matchingVariant,
  picturedVariant,
  toggleValue,
} from './variant-choice.ts'

const options = [{ name: 'Color' }, { name: 'Size' }]
const variants = [
  { id: 'ink-s', stock: 2, attributeValues: { Color: 'Ink', Size: 'S' } },
  { id: 'ink-m', stock: 0, attributeValues: { Color: 'Ink', Size: 'M' } },
  { id: 'rust-m', stock: 1, attributeValues: { Color: 'Rust', Size: 'M' } },
]

describe('from the start', () => {
  const colors = { name: 'Color', values: ['Ink', 'Rust', 'Bone'] }
  const sizes = { name: 'Size', values: ['S', 'M'] }
  const stocked = (color: string, stock: number) => ({
    stock,
    attributeValues: { Color: color, Size: 'S' },
    imagesJson: [`${color}-1`, `${color}-2`],
  })
  it.each([
    ['the colour of the cover is chosen', 'Rust-1', [1, 1, 1], 'Rust'],
    ['the first colour in stock, where that of the cover is sold out', 'Rust-1', [0, 0, 1], 'Bone'],
    ['the first colour, where the cover is of none', 'all', [1, 1, 1], 'Ink'],
    ['no colour, where all are sold out', 'Rust-1', [0, 0, 0], undefined],
  ])('%s', (_, cover, stocks, color) => {
    const variants = colors.values.map((value, index) => stocked(value, stocks[index] ?? 0))
    const product = { cover, options: [colors, sizes], variants }
    expect(initialChoice(product, 'Color')).toEqual(color ? { Color: color } : {})
  })

  it('an option with a single value needs no choosing', () => {
    const product = {
      cover: '',
      options: [sizes, { name: 'Color', values: ['Ink'] }],
      variants: [],
    }
    expect(initialChoice(product, 'Color')).toEqual({ Color: 'Ink' })
  })
})

describe('choosing a value', () => {
  it.each([
    ['adds it', {}, 'Color', 'Ink', { Color: 'Ink' }],
    ['replaces another of the same option', { Color: 'Rust' }, 'Color', 'Ink', { Color: 'Ink' }],
    ['takes it back when it is chosen', { Color: 'Ink', Size: 'S' }, 'Color', 'Ink', { Size: 'S' }],
  ])('%s', (_, choice, option, value, result) => {
    expect(toggleValue(choice, option, value)).toEqual(result)
  })
})

describe('the matching variant', () => {
  it.each([
    ['is none while an option is open', { Color: 'Ink' }, null],
    ['is the one with every chosen value', { Color: 'Ink', Size: 'S' }, 'ink-s'],
    ['is found when it is sold out', { Color: 'Ink', Size: 'M' }, 'ink-m'],
    ['is none when no variant has the combination', { Color: 'Rust', Size: 'S' }, null],
  ])('%s', (_, choice, id) => {
    expect(matchingVariant(options, variants, choice)?.id ?? null).toBe(id)
  })

  it('of a product without options is its only one', () => {
    expect(matchingVariant([], variants.slice(0, 1), {})?.id).toBe('ink-s')
  })
})

describe('a value is possible', () => {
  it.each([
    ['when some variant with it is in stock', {}, 'Size', 'M', true],
    ['not when the combination is sold out', { Color: 'Ink' }, 'Size', 'M', false],
    ['not when there is no such combination', { Color: 'Rust' }, 'Size', 'S', false],
    ['whatever is chosen of its own option', { Color: 'Ink', Size: 'S' }, 'Size', 'S', true],
    ['in stock with the other choice', { Size: 'M' }, 'Color', 'Rust', true],
    ['sold out with the other choice', { Size: 'M' }, 'Color', 'Ink', false],
  ])('%s', (_, choice, option, value, possible) => {
    expect(isValuePossible(variants, choice, option, value)).toBe(possible)
  })
})

describe('the pictured variant', () => {
  it.each([
    ['follows the colour, whatever the size', { Color: 'Rust' }, 'Color', 'rust-m'],
    ['is none without a colour', { Size: 'M' }, 'Color', null],
    ['is none when the product has no colours', { Size: 'M' }, undefined, null],
  ])('%s', (_, choice, colorOption, id) => {
    expect(picturedVariant(variants, choice, colorOption)?.id ?? null).toBe(id)
  })
})

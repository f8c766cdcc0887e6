import { describe, expect, test } from 'vitest'
import { fillVariants, generateVariants, withoutOption, withoutValue } from './product-options.ts'

interface Sold {
  name: string
  values: readonly string[]
}

/**
 * `red/s` is a variant with these values; `/s` one without the first. Its name is the original
 * text.
 */
const sold = (...texts: string[]): Sold[] =>
  texts.map((text) => ({ name: text, values: text === '(default)' ? [] : text.split('/') }))
const withValues = (variant: Sold, values: string[]) => ({ ...variant, values })
const add = (values: string[], like: Sold | undefined) => ({
  name: `new like ${like?.name}`,
  values,
})
const said = ({ variants, removed }: { variants: Sold[]; removed: Sold[] }) => ({
  variants: variants.map(({ name, values }) => `${name} → ${values.join('/')}`),
  removed: removed.map(({ name }) => name),
})
const color = (...values: string[]) => ({ name: 'Color', values })
const size = (...values: string[]) => ({ name: 'Size', values })

describe('variants that follow the options', () => {
  test.each([
    {
      when: 'a product has just got its first option, which has no value yet',
      options: [color()],
      variants: sold(''),
      becomes: [' → '],
      removed: [],
    },
    {
      when: 'the first value is added, the variant that was there takes it',
      options: [color('red')],
      variants: sold(''),
      becomes: [' → red'],
      removed: [],
    },
    {
      when: 'two values are there, it takes the first that is free',
      options: [color('red', 'blue')],
      variants: sold('', 'red'),
      becomes: [' → blue', 'red → red'],
      removed: [],
    },
    {
      when: 'nothing is free, it is removed',
      options: [color('red')],
      variants: sold('red', ''),
      becomes: ['red → red'],
      removed: [''],
    },
    {
      when: 'a second option has its first value, each takes it and keeps its own',
      options: [color('red', 'blue'), size('s')],
      variants: sold('red/', 'blue/'),
      becomes: ['red/ → red/s', 'blue/ → blue/s'],
      removed: [],
    },
    {
      when: 'a variant has a value that the option has no more, it takes another',
      options: [color('red', 'blue')],
      variants: sold('red', 'green'),
      becomes: ['red → red', 'green → blue'],
      removed: [],
    },
    {
      when: 'two variants have the same values, the second is removed',
      options: [color('red')],
      variants: [...sold('red'), { name: 'again', values: ['red'] }],
      becomes: ['red → red'],
      removed: ['again'],
    },
    {
      when: 'all is complete, nothing changes',
      options: [color('red'), size('s', 'm')],
      variants: sold('red/s', 'red/m'),
      becomes: ['red/s → red/s', 'red/m → red/m'],
      removed: [],
    },
  ])('$when', ({ options, variants, becomes, removed }) => {
    expect(said(fillVariants(options, variants, withValues))).toEqual({
      variants: becomes,
      removed,
    })
  })

  test('generated ones replace the empty one and are exactly the combinations', () => {
    const plan = generateVariants([color('red', 'blue'), size('s', 'm', 'l')], sold('/'), {
      withValues,
      add,
      most: 200,
    })
    expect(plan.removed).toEqual([])
    expect(plan.variants.map(({ values }) => values.join('/'))).toEqual([
      'red/s',
      'red/m',
      'red/l',
      'blue/s',
      'blue/m',
      'blue/l',
    ])
    expect(plan.variants[0]?.name).toBe('/')
  })

  test('a generated one copies the variant with the most values in common', () => {
    const plan = generateVariants([color('red', 'blue'), size('s', 'm')], sold('red/s', 'blue/s'), {
      withValues,
      add,
      most: 200,
    })
    expect(said(plan).variants.slice(2)).toEqual([
      'new like red/s → red/m',
      'new like blue/s → blue/m',
    ])
  })

  test('are generated up to the maximum of a product', () => {
    const plan = generateVariants([color('a', 'b', 'c')], sold('a'), { withValues, add, most: 2 })
    expect(plan.variants.map(({ values }) => values[0])).toEqual(['a', 'b'])
  })

  test('removing a value removes its variants', () => {
    const options = [color('red', 'blue'), size('s', 'm')]
    const variants = sold('red/s', 'red/m', 'blue/s')
    expect(said(withoutValue(options, variants, { at: 0, value: 'red', withValues }))).toEqual({
      variants: ['blue/s → blue/s'],
      removed: ['red/s', 'red/m'],
    })
  })

  test('removing the last value of an option keeps its variants, which take the next', () => {
    const plan = withoutValue([color('red'), size('s', 'm')], sold('red/s', 'red/m'), {
      at: 0,
      value: 'red',
      withValues,
    })
    expect(plan.removed).toEqual([])
    const next = fillVariants([color('blue'), size('s', 'm')], plan.variants, withValues)
    expect(said(next).variants).toEqual(['red/s → blue/s', 'red/m → blue/m'])
  })

  test('removing an option keeps one of the variants that are then equal', () => {
    const plan = withoutOption(sold('red/s', 'red/m', 'blue/s'), { at: 1, withValues })
    expect(said(plan)).toEqual({
      variants: ['red/s → red', 'blue/s → blue'],
      removed: ['red/m'],
    })
  })
})

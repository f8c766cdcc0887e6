import type { EndpointOutput } from '@solvane/client/api'

export type Product = EndpointOutput<'getProduct'>['data']
export type Variant = Product['variants'][number]
export type ProductOption = Product['options'][number]

/** The values chosen so far, by option name. */
export type Choice = Readonly<Record<string, string>>

type Picked = Pick<Variant, 'attributeValues'>

function has(variant: Picked, choice: Choice): boolean {
  return Object.entries(choice).every(([name, value]) => variant.attributeValues[name] === value)
}

/**
 * The initial choice: the values of options with only one, and a color: the cover's if any of its
 * variants is in stock, else the first one in stock.
 */
export function initialChoice(
  product: {
    cover: string
    options: readonly ProductOption[]
    variants: readonly Pick<Variant, 'attributeValues' | 'stock' | 'imagesJson'>[]
  },
  colorOption: string | undefined,
): Choice {
  const { cover, options, variants } = product
  const single = Object.fromEntries(
    options.flatMap(({ name, values: [only, ...others] }) =>
      only !== undefined && others.length === 0 ? [[name, only]] : [],
    ),
  )
  const colors = options.find(({ name }) => name === colorOption)
  if (!colors || single[colors.name] !== undefined) return single
  const pictured = variants.find(({ imagesJson }) => imagesJson.includes(cover))
  const ofCover = pictured?.attributeValues[colors.name]
  const color = [ofCover, ...colors.values].find(
    (value) => value !== undefined && isValuePossible(variants, {}, colors.name, value),
  )
  return color === undefined ? single : { ...single, [colors.name]: color }
}

/** Chooses `value`, or clears it if it is chosen already. */
export function toggleValue(choice: Choice, option: string, value: string): Choice {
  const { [option]: current, ...others } = choice
  return current === value ? others : { ...others, [option]: value }
}

/**
 * The variant of a complete choice; null while an option is open, or if there is no such variant.
 */
export function matchingVariant<V extends Picked>(
  options: readonly Pick<ProductOption, 'name'>[],
  variants: readonly V[],
  choice: Choice,
): V | null {
  const isFull = options.every((option) => choice[option.name] !== undefined)
  return (isFull && variants.find((variant) => has(variant, choice))) || null
}

/** Whether some variant with `value` and the other choices is in stock. */
export function isValuePossible(
  variants: readonly (Picked & Pick<Variant, 'stock'>)[],
  choice: Choice,
  option: string,
  value: string,
): boolean {
  const wanted = { ...choice, [option]: value }
  return variants.some((variant) => variant.stock > 0 && has(variant, wanted))
}

/** The variant whose pictures show the choice: one of the chosen colour, in any size. */
export function picturedVariant<V extends Picked>(
  variants: readonly V[],
  choice: Choice,
  colorOption: string | undefined,
): V | null {
  const color = colorOption && choice[colorOption]
  if (!color) return null
  return variants.find((variant) => has(variant, { [colorOption]: color })) ?? null
}

export type ProductPicture = Product['pictures'][number]

/** The name of the option that holds the product's colours, if it has one. */
export function colorOptionOf(product: Pick<Product, 'options' | 'colors'>): string | undefined {
  const colors = new Set(product.colors.map(({ name }) => name))
  const isOfColors = ({ values }: Product['options'][number]) =>
    values.length > 0 && values.every((value) => colors.has(value))
  return product.options.find(isOfColors)?.name
}

/** The parameter of the address that holds the value of an option. */
export function parameterOf(product: Pick<Product, 'options' | 'colors'>, option: string): string {
  return option === colorOptionOf(product) ? 'color' : option.toLowerCase()
}

/**
 * The choice in an address: the value of each option it names, unless that combination is not
 * available. Pages are rendered and cached by colour alone: `withSizes` also reads the other options.
 */
export function linkedChoice(
  product: Pick<Product, 'options' | 'colors' | 'variants'>,
  search: URLSearchParams,
  { withSizes }: { withSizes: boolean },
): Choice {
  const color = colorOptionOf(product)
  const colorFirst = [...product.options].sort(
    (one, other) => Number(other.name === color) - Number(one.name === color),
  )
  let choice: Choice = {}
  for (const { name } of colorFirst) {
    const value = search.get(parameterOf(product, name))
    if (value === null || (name !== color && !withSizes)) continue
    if (isValuePossible(product.variants, choice, name, value))
      choice = { ...choice, [name]: value }
  }
  return choice
}

/** The pictures to show: of the chosen colour, else of the product. Not empty if the product has any. */
export function chosenPictures(product: Product, choice: Choice): ProductPicture[] {
  const variant = picturedVariant(product.variants, choice, colorOptionOf(product))
  const named = (sources: readonly string[] = []) =>
    product.pictures.filter(({ src }) => sources.includes(src))
  const pictures = named(variant?.imagesJson)
  return pictures.length > 0 ? pictures : named(product.imagesJson)
}

import { type Choice, isValuePossible, type Product, picturedVariant } from './variant-choice.ts'

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

import { type Choice, isValuePossible, type Product, picturedVariant } from './variant-choice.ts'

export type ProductPicture = Product['pictures'][number]

/** The name of the option that holds the piece's colours, if it has one. */
export function colorOptionOf(product: Pick<Product, 'options' | 'colors'>): string | undefined {
  const colors = new Set(product.colors.map(({ name }) => name))
  const isOfColors = ({ values }: Product['options'][number]) =>
    values.length > 0 && values.every((value) => colors.has(value))
  return product.options.find(isOfColors)?.name
}

/** The choice that a link to the piece in `color` makes: none unless the piece is to be had in it. */
export function linkedChoice(
  product: Pick<Product, 'options' | 'colors' | 'variants'>,
  color: string | null,
): Choice {
  const option = colorOptionOf(product)
  if (option === undefined || color === null) return {}
  return isValuePossible(product.variants, {}, option, color) ? { [option]: color } : {}
}

/** The pictures to show: of the chosen colour, else the piece's own. Never none when it has any. */
export function chosenPictures(product: Product, choice: Choice): ProductPicture[] {
  const variant = picturedVariant(product.variants, choice, colorOptionOf(product))
  const named = (sources: readonly string[] = []) =>
    product.pictures.filter(({ src }) => sources.includes(src))
  const pictures = named(variant?.imagesJson)
  return pictures.length > 0 ? pictures : named(product.imagesJson)
}

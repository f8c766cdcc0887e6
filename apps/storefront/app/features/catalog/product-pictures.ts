import { type Choice, type Product, picturedVariant } from './variant-choice.ts'

export type ProductPicture = Product['pictures'][number]

/** The name of the option that holds the piece's colours, if it has one. */
export function colorOptionOf(product: Pick<Product, 'options' | 'colors'>): string | undefined {
  const colors = new Set(product.colors.map(({ name }) => name))
  const isOfColors = ({ values }: Product['options'][number]) =>
    values.length > 0 && values.every((value) => colors.has(value))
  return product.options.find(isOfColors)?.name
}

/**
 * The pictures to show: of the chosen colour, else of the variant on the cover, else all. Never
 * none when the piece has any.
 */
export function chosenPictures(product: Product, choice: Choice): ProductPicture[] {
  const variant =
    picturedVariant(product.variants, choice, colorOptionOf(product)) ??
    product.variants.find(({ cover }) => cover === product.cover)
  const wanted = new Set(variant?.imagesJson)
  const pictures = product.pictures.filter(({ src }) => wanted.has(src))
  return pictures.length > 0 ? pictures : product.pictures
}

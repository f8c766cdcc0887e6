import type { Picture } from '@solvane/contract/catalog'
import type { ProductDraft } from '@solvane/contract/product-draft'
import type { SavedProduct } from '@solvane/contract/products.admin'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { describePicture } from '../media/picture-addresses.ts'
import type { KnownPictures } from './apply-draft.ts'
import {
  categoryIdsByIdentifier,
  listColorNames,
  type TakenCode,
  unknownCategories,
  unknownProducts,
  variantsWithCodes,
} from './read-products.queries.ts'
import { colorOption, type StoredProduct, sizeOption, statusOf } from './stored-product.ts'

/** How else the options are named that filters, swatches and pictures know. */
const misspelled = new Map([
  ['colour', colorOption],
  ['colours', colorOption],
  ['color', colorOption],
  ['colors', colorOption],
  ['size', sizeOption],
  ['sizes', sizeOption],
])

/** Contradictions within a draft; `before` is the stored product, null for a new one. */
export function productProblems(
  product: StoredProduct,
  { colors, before }: { colors: readonly string[]; before: StoredProduct | null },
): DraftProblem[] {
  const problems: DraftProblem[] = []
  if (product.withdrawsAt && product.withdrawsAt <= product.publishedAt)
    problems.push({
      field: 'withdrawsAt',
      message: 'Please choose a time after the publication',
    })
  if (product.relatedIds.includes(product.id))
    problems.push({ field: 'relatedIds', message: 'A product cannot be related to itself' })
  for (const [at, { name }] of product.options.entries()) {
    const known = misspelled.get(name.toLowerCase())
    if (known && known !== name && !before?.options.some((option) => option.name === name))
      problems.push({
        field: `options.${at}.name`,
        message: `Please name this option ${known}: the shop’s filters know it by that name alone`,
      })
  }
  const at = product.options.findIndex(({ name }) => name === colorOption)
  const unknown = product.options[at]?.values.find((color) => !colors.includes(color))
  if (unknown !== undefined) {
    const same = colors.find((color) => color.toLowerCase() === unknown.toLowerCase())
    problems.push({
      field: `options.${at}.values`,
      message: same
        ? `Please write ${same}, as the colour list does`
        : `${unknown} is not in the colour list: add it first`,
    })
  }
  return problems
}

/** A GTIN as it is compared: with leading zeros it is the same one. */
function comparable(code: 'sku' | 'gtin', value: string): string {
  return code === 'sku' ? value.toLowerCase() : value.padStart(14, '0')
}

/** SKUs and GTINs that a product uses twice, or that variants in `taken` use already. */
export function codeProblems(
  { variants }: Pick<StoredProduct, 'variants'>,
  taken: readonly TakenCode[],
): DraftProblem[] {
  const problems: DraftProblem[] = []
  const ids = new Set(variants.map(({ id }) => id))
  for (const code of ['sku', 'gtin'] as const) {
    const owners = new Map<string, string>()
    for (const one of taken)
      if (one[code] !== null && !ids.has(one.variantId))
        owners.set(comparable(code, one[code]), one.product)
    for (const [at, variant] of variants.entries()) {
      const value = variant[code]
      if (value === null) continue
      const owner = owners.get(comparable(code, value))
      if (owner !== undefined)
        problems.push({
          field: `variants.${at}.${code}`,
          message: `${owner} has this ${code.toUpperCase()} already`,
        })
      owners.set(comparable(code, value), 'Another variant')
    }
  }
  return problems
}

/** The variants that have SKUs and GTINs of these products. */
function takenCodes(
  db: Queryable,
  products: readonly { variants: readonly { sku: string | null; gtin: string | null }[] }[],
): Promise<TakenCode[]> {
  const variants = products.flatMap((product) => product.variants)
  return variantsWithCodes(db, {
    skus: variants.flatMap(({ sku }) => sku ?? []),
    gtins: variants.flatMap(({ gtin }) => gtin ?? []),
  })
}

/** Gaps of a published product that shoppers would notice; empty for other products. */
export function warningsOf(product: StoredProduct): SavedProduct['warnings'] {
  if (statusOf(product) !== 'PUBLISHED') return []
  const sold = product.variants.filter(({ isEnabled }) => isEnabled)
  const warnings: SavedProduct['warnings'] = []
  if (product.categoryIds.length === 0)
    warnings.push({
      code: 'NO_CATEGORY',
      message: 'No category: shoppers can only find it by search.',
    })
  if (product.pictures.length === 0 && sold.every(({ pictures }) => pictures.length === 0))
    warnings.push({ code: 'NO_PICTURE', message: 'No picture: lists show a placeholder.' })
  if (sold.every(({ stock }) => stock === 0))
    warnings.push({ code: 'NO_STOCK', message: 'Out of stock: it cannot be bought yet.' })
  return warnings
}

/**
 * All problems of a draft, including references to categories and products that no longer exist.
 * Those that exist cannot be deleted before the commit.
 */
export async function problemsOf(
  tx: Queryable,
  before: StoredProduct | null,
  product: StoredProduct,
): Promise<DraftProblem[]> {
  const problems = productProblems(product, { colors: await listColorNames(tx), before })
  const categories = await unknownCategories(tx, product.categoryIds)
  if (categories.length > 0)
    problems.push({ field: 'categoryIds', message: 'This category no longer exists' })
  if (product.positions.length > 0) {
    const lists = new Set((await categoryIdsByIdentifier(tx)).all.values())
    if (product.positions.some(({ categoryId }) => !lists.has(categoryId)))
      problems.push({ field: 'positions', message: 'This category no longer exists' })
  }
  const related = await unknownProducts(tx, product.relatedIds)
  if (related.length > 0)
    problems.push({ field: 'relatedIds', message: 'This product no longer exists' })
  return [...problems, ...codeProblems(product, await takenCodes(tx, [product]))]
}

/** A problem of a draft: its place, such as `variants.0.price`, and the reason. */
export interface DraftProblem {
  field: string
  message: string
}

/** Throws `BAD_REQUEST` with `details.fields`, as mistakes that the contract finds do, if there are any. */
export function rejectProblems(fields: DraftProblem[]): void {
  if (fields.length > 0) throw new ShopError('BAD_REQUEST', { fields })
}

/** The known data of the pictures of these products. */
export function picturesOf(products: readonly StoredProduct[]): Map<string, Omit<Picture, 'alt'>> {
  const pictures = products.flatMap((product) => [
    ...product.pictures,
    ...product.variants.flatMap((variant) => variant.pictures),
  ])
  return new Map(pictures.map(({ alt: _, ...picture }) => [picture.src, picture]))
}

/** Adds the pictures that the shop serves under these addresses to `known`; others stay unknown. */
export async function lookUpPictures(
  ctx: Pick<AppContext, 'storage'>,
  known: KnownPictures,
  addresses: Iterable<string>,
): Promise<KnownPictures> {
  const all = new Map(known)
  for (const src of new Set(addresses)) {
    const found = all.has(src) ? undefined : await describePicture(ctx, src)
    if (found) all.set(src, found)
  }
  return all
}

/** Every address of a picture in a draft, with the field it stands in. */
export function addressesIn({ pictures, variants }: Pick<ProductDraft, 'pictures' | 'variants'>) {
  const own = pictures.map(({ src }, at) => ({ src, field: `pictures.${at}.src` }))
  const ofVariants = variants.flatMap((variant, at) =>
    variant.pictures.map(({ src }, place) => ({
      src,
      field: `variants.${at}.pictures.${place}.src`,
    })),
  )
  return [...own, ...ofVariants]
}

/** A problem for each picture of a draft that is not known. */
export function unknownPictures(
  draft: Pick<ProductDraft, 'pictures' | 'variants'>,
  known: KnownPictures,
): DraftProblem[] {
  return addressesIn(draft)
    .filter(({ src }) => !known.has(src))
    .map(({ field }) => ({
      field,
      message: 'This picture no longer exists: please upload it again',
    }))
}

import type { SavedProduct } from '@solvane/contract/products.admin'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { listColorNames } from './colors.queries.ts'
import type { DraftProblem } from './draft-problems.ts'
import { unknownCategories, unknownProducts } from './read-products.queries.ts'
import { type StoredProduct, statusOf } from './stored-product.ts'

/** The option whose values come from the colour list. */
const colorOption = 'Color'

/** A clock that is a little ahead of ours is no future. */
const patienceMilliseconds = 5 * 60 * 1000

/** What cannot be of a product, whatever else there is. */
export function productProblems(
  product: StoredProduct,
  { colors, now }: { colors: readonly string[]; now: Date },
): DraftProblem[] {
  const problems: DraftProblem[] = []
  if (product.publishedAt.getTime() > now.getTime() + patienceMilliseconds)
    problems.push({
      field: 'publishedAt',
      message: 'Please choose a time that is not in the future',
    })
  if (product.relatedIds.includes(product.id))
    problems.push({ field: 'relatedIds', message: 'A product cannot be related to itself' })
  const at = product.options.findIndex(({ name }) => name === colorOption)
  const unknown = product.options[at]?.values.find((color) => !colors.includes(color))
  if (unknown !== undefined)
    problems.push({
      field: `options.${at}.values`,
      message: `${unknown} is not in the colour list: add it first`,
    })
  return problems
}

/** What shoppers would miss of a product that is published; nothing of one that is not. */
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

/** The same, and what a product names that there is not; what there is stays until the commit. */
export async function problemsOf(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Queryable,
  product: StoredProduct,
): Promise<DraftProblem[]> {
  const problems = productProblems(product, {
    colors: await listColorNames(tx),
    now: clock.now(),
  })
  const categories = await unknownCategories(tx, product.categoryIds)
  if (categories.length > 0)
    problems.push({ field: 'categoryIds', message: 'This category no longer exists' })
  const related = await unknownProducts(tx, product.relatedIds)
  if (related.length > 0)
    problems.push({ field: 'relatedIds', message: 'This product no longer exists' })
  return problems
}

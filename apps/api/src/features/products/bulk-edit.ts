import { largestPrice } from '@solvane/contract/product-draft'
import type { BulkChange, BulkPlan, PlannedChange } from '@solvane/contract/products-bulk'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { rejectProblems } from './check-product.ts'
import { lockProducts, nameOfCategory, readProducts } from './read-products.queries.ts'
import { writingProducts } from './save-product.ts'
import { type StoredProduct, type StoredVariant, statusOf, withStatus } from './stored-product.ts'
import { isChanged, type ProductChange, writeProducts } from './write-products.ts'

/** A product before and after the change, and the change in words. */
interface Planned extends ProductChange {
  before: StoredProduct
  planned: PlannedChange
}

const roundings: Record<'0.01' | '1' | '5' | '10', Rounding> = {
  '0.01': 1,
  '1': 100,
  '5': 500,
  '10': 1_000,
}

/** Plans the change of a product. With a `problem` the product stays as it is. */
function planBulkEdit(
  before: StoredProduct,
  change: BulkChange,
  { categoryName, now }: { categoryName: string; now: Date },
): Planned {
  const { id, version, identifier, name } = before
  const base = { id, version, identifier, name, changes: [], problem: null }
  if (statusOf(before) === 'DELETED') {
    const problem = 'This product is deleted: restore it first'
    return { before, after: before, planned: { ...base, problem } }
  }
  const after = changed(before, change, now)
  const problem = after.variants.map((variant) => problemOf(change, variant)).find(Boolean) ?? null
  if (problem) return { before, after: before, planned: { ...base, problem } }
  const changes = describe(before, after, categoryName)
  return { before, after, planned: { ...base, changes } }
}

function changed(product: StoredProduct, change: BulkChange, now: Date): StoredProduct {
  const eachVariant = (to: (variant: StoredVariant) => StoredVariant) => ({
    ...product,
    variants: product.variants.map(to),
  })
  switch (change.kind) {
    case 'price': {
      const { by, rounding } = change
      const step = roundings[rounding]
      return eachVariant((variant) => ({
        ...variant,
        priceCents:
          by.unit === 'percent'
            ? changedByPercent(variant.priceCents, by.value, step)
            : changedByCents(variant.priceCents, Math.round(by.value * 100), step),
      }))
    }
    case 'sale':
      return eachVariant((variant) => ({
        ...variant,
        salePriceCents: changedByPercent(
          variant.priceCents,
          -change.percent,
          roundings[change.rounding],
        ),
        saleStartsAt: change.startsAt === null ? null : new Date(change.startsAt),
        saleEndsAt: change.endsAt === null ? null : new Date(change.endsAt),
      }))
    case 'endSale':
      return eachVariant((variant) => ({
        ...variant,
        salePriceCents: null,
        saleStartsAt: null,
        saleEndsAt: null,
      }))
    case 'status':
      return withStatus(product, change.status, now)
    case 'new':
      return { ...product, isNewFlag: change.isNew }
    case 'addCategory':
      return {
        ...product,
        categoryIds: [...new Set([...product.categoryIds, change.categoryId])].toSorted(),
      }
    case 'removeCategory':
      return {
        ...product,
        categoryIds: product.categoryIds.filter((id) => id !== change.categoryId),
      }
  }
}

function problemOf(change: BulkChange, variant: StoredVariant): string | null {
  if (change.kind === 'price' && variant.priceCents <= 0)
    return 'A price would be nothing, or less than nothing'
  if (change.kind === 'price' && variant.priceCents > largestPrice * 100)
    return 'A price would be larger than any may be'
  if (
    change.kind === 'price' &&
    variant.salePriceCents !== null &&
    variant.salePriceCents >= variant.priceCents
  )
    return 'A sale price would not be lower than the price: end the sale first'
  if (change.kind === 'sale' && (variant.salePriceCents ?? 0) <= 0)
    return 'A sale price would be nothing'
  if (change.kind === 'sale' && (variant.salePriceCents ?? 0) >= variant.priceCents)
    return 'A sale price would not be lower than the price'
  return null
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

function describe(
  before: StoredProduct,
  after: StoredProduct,
  categoryName: string,
): PlannedChange['changes'] {
  const changes: PlannedChange['changes'] = []
  const note = (what: string, was: string, becomes: string) => {
    if (was !== becomes) changes.push({ what, before: was, after: becomes })
  }
  for (const [at, variant] of after.variants.entries()) {
    const was = before.variants[at] ?? variant
    const which = after.options.map(({ name }) => variant.attributes[name]).join(', ') || 'Product'
    note(which, priceOf(was), priceOf(variant))
  }
  note('Status', statusOf(before), statusOf(after))
  note('Shown as new', before.isNewFlag ? 'yes' : 'no', after.isNewFlag ? 'yes' : 'no')
  const [was, becomes] = [before.categoryIds.length, after.categoryIds.length]
  if (was !== becomes)
    note(categoryName, was > becomes ? 'in it' : 'not in it', was > becomes ? 'not in it' : 'in it')
  return changes
}

/** A variant's price with its sale, in words. */
function priceOf({ priceCents, salePriceCents, saleStartsAt, saleEndsAt }: StoredVariant): string {
  const price = dollars.format(priceCents / 100)
  if (salePriceCents === null) return price
  const bounds = [
    saleStartsAt && `from ${saleStartsAt.toISOString()}`,
    saleEndsAt && `until ${saleEndsAt.toISOString()}`,
  ].filter(Boolean)
  return [`${price}, on sale ${dollars.format(salePriceCents / 100)}`, ...bounds].join(' ')
}

/** The multiple, in cents, that a price is rounded to; halves round up. */
export type Rounding = 1 | 100 | 500 | 1_000

/** Hundredths of a percent. */
const whole = 10_000

function toNearest(numerator: bigint, denominator: bigint, step: bigint): number {
  const unit = denominator * step
  const doubled = 2n * numerator + unit
  // Rounds down also below nothing, where BigInt cuts towards it.
  const floored =
    doubled >= 0n ? doubled / (2n * unit) : -((-doubled + 2n * unit - 1n) / (2n * unit))
  return Number(floored * step)
}

/** `cents` and so many percent more (below nothing: less), rounded; percent with at most two decimals. */
export function changedByPercent(cents: number, percent: number, rounding: Rounding): number {
  const share = BigInt(whole + Math.round(percent * 100))
  return toNearest(BigInt(cents) * share, BigInt(whole), BigInt(rounding))
}

/** `cents` and so many more (below nothing: fewer), rounded. */
export function changedByCents(cents: number, more: number, rounding: Rounding): number {
  return toNearest(BigInt(cents) + BigInt(more), 1n, BigInt(rounding))
}

type Context = Pick<AppContext, 'db' | 'clock'>

/**
 * Plans a change of products without making it. Throws `PRODUCT_NOT_FOUND`, `BAD_REQUEST` on an
 * unknown category.
 */
export async function previewBulkEdit(
  ctx: Context,
  { ids, change }: { ids: string[]; change: BulkChange },
): Promise<BulkPlan> {
  return toPlan(await plan(ctx, ctx.db.kysely, ids, change))
}

/**
 * Makes a change to products of these versions, all or none. Throws `PRODUCT_NOT_FOUND`,
 * `STALE_EDIT` with `details.ids` of the products that have a newer version, `BULK_EDIT_REFUSED`
 * with the plan as `details` when it has a problem, `BAD_REQUEST` on an unknown category.
 */
export async function applyBulkEdit(
  ctx: Context,
  {
    products,
    change,
  }: { products: readonly { id: string; version: number }[]; change: BulkChange },
): Promise<BulkPlan> {
  const ids = [...new Set(products.map(({ id }) => id))]
  return writingProducts(ctx, async (tx) => {
    await lockProducts(tx, ids)
    const planned = await plan(ctx, tx, ids, change)
    const stale = planned
      .filter(({ before: { id, version } }) =>
        products.some((previewed) => previewed.id === id && previewed.version !== version),
      )
      .map(({ before }) => before.id)
    if (stale.length > 0) throw new ShopError('STALE_EDIT', { ids: stale })
    const result = toPlan(planned)
    if (result.problems > 0) throw new ShopError('BULK_EDIT_REFUSED', result)
    await writeProducts(tx, planned, ctx.clock.now())
    return result
  })
}

async function plan(
  { clock }: Pick<AppContext, 'clock'>,
  db: Queryable,
  ids: string[],
  change: BulkChange,
): Promise<Planned[]> {
  const wanted = [...new Set(ids)]
  const products = await readProducts(db, wanted)
  if (products.length < wanted.length) throw new ShopError('PRODUCT_NOT_FOUND')
  const categoryName = 'categoryId' in change ? await nameOfCategory(db, change.categoryId) : ''
  if (categoryName === undefined)
    rejectProblems([{ field: 'change.categoryId', message: 'This category no longer exists' }])
  const facts = { categoryName: categoryName ?? '', now: clock.now() }
  return products.map((product) => planBulkEdit(product, change, facts))
}

function toPlan(planned: Planned[]): BulkPlan {
  return {
    products: planned
      .map((one) => one.planned)
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
    changed: planned.filter(isChanged).length,
    problems: planned.filter((one) => one.planned.problem !== null).length,
  }
}

import type { Picture } from '@solvane/contract/catalog'
import { rootCategory } from '../defaults/root-category.ts'
import type { CatalogueRows, CategoryRow, VariantRow } from './catalogue-rows.ts'
import { categoryTree } from './house/categories.ts'
import { materialNames } from './house/labels.ts'
import { colorsByKey } from './house/palette.ts'
import { houseProducts } from './house/products.ts'
import type { ColorKey, Form, HouseCategory, HouseProduct } from './house/types.ts'
import { coverOf, picturesOf } from './pictures.ts'
import { stableId } from './stable-id.ts'

const day = 86_400_000

/** Every category of the house, parents first. */
export function houseCategories(): CategoryRow[] {
  const rows: CategoryRow[] = [rootCategory]
  const visit = (node: HouseCategory, parent: CategoryRow, position: number) => {
    const row: CategoryRow = {
      id: stableId('category', node.identifier),
      parent_id: parent.id,
      identifier: node.identifier,
      slug: node.slug,
      name: node.name,
      description: node.description,
      picture: pictureOfCategory(node),
      position,
      product_count: 0,
    }
    rows.push(row)
    for (const [index, child] of node.children.entries()) visit(child, row, index)
  }
  for (const [index, node] of categoryTree.entries()) visit(node, rootCategory, index)
  return rows
}

/** The cover of the category's first piece of the kind that stands for it. */
function pictureOfCategory({ identifier, form, name }: HouseCategory): Picture | null {
  const isWithin = (leaf: string) => leaf === identifier || leaf.startsWith(`${identifier}-`)
  const piece = houseProducts.find(
    (product) => product.form === form && product.categories.some(isWithin),
  )
  return piece ? { ...coverOf(piece), alt: name } : null
}

const shoes: readonly Form[] = ['pump', 'loafer', 'sneaker', 'sandal', 'ankle-boot', 'derby']
const garments: readonly Form[] = ['knit', 'shirt', 'coat', 'trousers']

/** The section of the page `size-guide` that a piece needs, or null. */
function sizeGuideOf({ form, gender, sizes }: HouseProduct): string | null {
  if (!sizes) return null
  if (shoes.includes(form)) return `${gender}-shoes`
  if (garments.includes(form)) return `${gender}-ready-to-wear`
  if (form === 'hat') return `${gender}-hats`
  return form === 'belt' ? 'belts' : null
}

function colorName(key: ColorKey): string {
  return colorsByKey.get(key)?.name ?? key
}

/** The products of the house, with publication and sale dates around the day of `at` (UTC). */
export function houseCatalogue(at: Date): CatalogueRows {
  const today = new Date(at)
  today.setUTCHours(0, 0, 0, 0)
  const rows: CatalogueRows = {
    products: [],
    options: [],
    categories: [],
    variants: [],
    relations: [],
  }
  for (const [order, product] of houseProducts.entries()) addProduct(rows, product, order, today)
  return rows
}

function addProduct(rows: CatalogueRows, product: HouseProduct, order: number, today: Date): void {
  const id = stableId('product', product.identifier)
  const [firstColor] = product.colors
  rows.products.push({
    id,
    identifier: product.identifier,
    name: product.name,
    description: product.description,
    material: materialNames[product.material],
    details: product.details,
    measurements: product.measurements,
    materials_and_care: product.materialsAndCare,
    size_and_fit: product.sizeAndFit ?? null,
    size_guide: sizeGuideOf(product),
    pictures: firstColor ? picturesOf(product, firstColor) : [],
    // Pieces of one day keep the order of the house: a minute apart.
    published_at: new Date(
      today.getTime() - product.publishedDaysAgo * day - order * 60_000,
    ).toISOString(),
    is_new_flag: product.isNewFlag ?? false,
  })
  rows.options.push({
    product_id: id,
    position: 0,
    name: 'Color',
    values: product.colors.map(colorName),
  })
  if (product.sizes)
    rows.options.push({ product_id: id, position: 1, name: 'Size', values: product.sizes })
  for (const identifier of product.categories)
    rows.categories.push({ product_id: id, category_id: stableId('category', identifier) })
  for (const [position, identifier] of product.pairsWith.entries())
    rows.relations.push({
      product_id: id,
      related_id: stableId('product', identifier),
      position,
    })
  const variants = product.colors.flatMap((color) =>
    (product.sizes ?? [null]).map((size) => ({ color, size })),
  )
  for (const [position, { color, size }] of variants.entries())
    rows.variants.push(toVariant(product, id, color, size, position, today))
}

function toVariant(
  product: HouseProduct,
  productId: string,
  color: ColorKey,
  size: string | null,
  position: number,
  today: Date,
): VariantRow {
  const price = product.variantPriceCents?.[color] ?? product.priceCents
  const { sale, stock } = product
  const isReduced = sale !== undefined && (sale.colors === undefined || sale.colors.includes(color))
  const inDays = (days: number | null | undefined) =>
    isReduced && typeof days === 'number'
      ? new Date(today.getTime() + days * day).toISOString()
      : null
  return {
    id: stableId('variant', `${product.identifier}/${color}/${size ?? ''}`),
    product_id: productId,
    position,
    price_cents: price,
    // A house reduces to whole dollars.
    sale_price_cents: isReduced
      ? Math.round((price * (100 - sale.percentOff)) / 10_000) * 100
      : null,
    sale_starts_at: inDays(sale?.startDaysFromNow),
    sale_ends_at: inDays(sale?.endDaysFromNow),
    stock:
      stock.overrides?.[`${color}/${size}`] ??
      (size === null ? undefined : stock.overrides?.[size]) ??
      stock.overrides?.[color] ??
      stock.default,
    is_enabled: true,
    attributes: { Color: colorName(color), ...(size !== null && { Size: size }) },
    pictures: picturesOf(product, color),
  }
}

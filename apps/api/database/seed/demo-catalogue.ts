import type { Picture } from '@solvane/contract/catalog'
import { rootCategory } from '../defaults/default-content.ts'
import { pictureManifest, pictureNamed, toPicture } from '../picture-manifest.ts'
import type { CatalogueRows, CategoryRow, TurnRow, VariantRow } from './catalogue-rows.ts'
import {
  categoryTree,
  colors,
  type DemoCategory,
  type DemoProduct,
  type DemoVariant,
  products,
} from './demo-data.ts'
import { stableId } from './stable-id.ts'

const day = 86_400_000

/** Every category of the demo store, parents first. */
export function demoCategories(): CategoryRow[] {
  const rows: CategoryRow[] = [rootCategory]
  const visit = (node: DemoCategory, parent: CategoryRow, position: number) => {
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
    for (const [index, child] of (node.children ?? []).entries()) visit(child, row, index)
  }
  for (const [index, node] of categoryTree.entries()) visit(node, rootCategory, index)
  return rows
}

/** Its own picture, else the cover of its first product of the type that stands for it. */
function pictureOfCategory(category: DemoCategory): Picture | null {
  const { identifier, picture, productType, name } = category
  if (picture) return { ...pictureNamed(picture), alt: name }
  const isWithin = (leaf: string) => leaf === identifier || leaf.startsWith(`${identifier}-`)
  const product = products.find(
    ({ type, categories }) => type === productType && categories.some(isWithin),
  )
  return product ? { ...coverOf(product), alt: name } : null
}

/** The products of the demo store, with publication and sale dates around the day of `at` (UTC). */
export function demoCatalogue(at: Date): CatalogueRows {
  const today = new Date(at)
  today.setUTCHours(0, 0, 0, 0)
  const rows: CatalogueRows = {
    products: [],
    options: [],
    categories: [],
    variants: [],
    turns: [],
    relations: [],
  }
  for (const [order, product] of products.entries()) addProduct(rows, product, order, today)
  return rows
}

function addProduct(rows: CatalogueRows, product: DemoProduct, order: number, today: Date): void {
  const { id } = product
  const [firstColor] = product.colorKeys
  rows.products.push({
    id,
    identifier: product.identifier,
    name: product.name,
    description: product.description,
    material: product.material,
    details: product.details,
    measurements: product.measurements,
    dimensions: product.dimensions,
    fits_inside: product.fitsInside,
    materials_and_care: product.materialsAndCare,
    size_and_fit: product.sizeAndFit,
    size_guide: product.sizeGuide,
    composition: product.composition,
    country_of_origin: product.countryOfOrigin,
    hs_code: product.hsCode,
    weight_grams: product.weightGrams,
    maker: product.maker,
    pictures: firstColor ? picturesOf(product, firstColor) : [],
    // A minute apart, so that products published on one day keep the order of the file.
    published_at: new Date(
      today.getTime() - product.publishedDaysAgo * day - order * 60_000,
    ).toISOString(),
    is_new_flag: product.isNew,
  })
  for (const [position, option] of product.options.entries())
    rows.options.push({ product_id: id, position, ...option })
  for (const identifier of product.categories)
    rows.categories.push({ product_id: id, category_id: stableId('category', identifier) })
  for (const [position, identifier] of product.related.entries())
    rows.relations.push({ product_id: id, related_id: stableId('product', identifier), position })
  for (const [position, variant] of product.variants.entries())
    rows.variants.push(toRow(product, variant, position, today))
  rows.turns.push(...turnsOf(product))
}

/** The 360° views of a product, in the colors that were photographed from all sides. */
function turnsOf(product: DemoProduct): TurnRow[] {
  const hasColors = product.options.some(({ name }) => name === 'Color')
  return colors
    .filter(({ key }) => product.colorKeys.includes(key))
    .map(({ key, name }) => ({
      product_id: product.id,
      color: hasColors ? name : '',
      ...turnOf(product, key),
    }))
    .filter(({ frames }) => frames.length > 0)
}

function toRow(
  product: DemoProduct,
  variant: DemoVariant,
  position: number,
  today: Date,
): VariantRow {
  const inDays = (days: number | null | undefined) =>
    variant.salePriceCents !== null && typeof days === 'number'
      ? new Date(today.getTime() + days * day).toISOString()
      : null
  return {
    id: variant.id,
    product_id: product.id,
    position,
    price_cents: variant.priceCents,
    sale_price_cents: variant.salePriceCents,
    sale_starts_at: inDays(product.saleStartsInDays),
    sale_ends_at: inDays(product.saleEndsInDays),
    sku: variant.sku,
    gtin: variant.gtin,
    stock: variant.stock,
    is_enabled: true,
    attributes: variant.attributes,
    pictures: picturesOf(product, variant.colorKey),
  }
}

/** The order views are shown in: the one that shows the product best comes first. */
const views = ['hero', 'angle', 'front', 'inside', 'side', 'top', 'back', 'strap', 'macro']

/** The manifest lists a product without metal under this one. */
const noMetal = 'pale-gold'

const colorNames = new Map(colors.map(({ key, name }) => [key, name]))

/** The pictures of a 360° view, all around a product: `turn-00`, `turn-01` …; those that open it: `open-00` … */
const turnView = /^turn-\d\d$/
const openingView = /^open-\d\d$/

/** Fewer would not be a turn. */
const fewestFrames = 12

type Pictured = Pick<DemoProduct, 'identifier' | 'metal'>

const entriesOf = ({ identifier, metal = noMetal }: Pictured, colorKey: string) =>
  pictureManifest.filter(
    ({ products, colour, hardware }) =>
      products.includes(identifier) && colour === colorKey && hardware === metal,
  )

/**
 * Pictures all around a product in a colour and those that open it, in order. A list that lacks one is empty;
 * so is the first if it is too short.
 */
export function turnOf(product: Pictured, colorKey: string): Pick<TurnRow, 'frames' | 'opening'> {
  const entries = entriesOf(product, colorKey)
  const series = (view: RegExp) => {
    const found = entries
      .filter((entry) => view.test(entry.view))
      .toSorted((a, b) => a.view.localeCompare(b.view))
    const isWhole = found.every((entry, at) => entry.view.endsWith(String(at).padStart(2, '0')))
    return isWhole ? found.map(toPicture) : []
  }
  const frames = series(turnView)
  return { frames: frames.length >= fewestFrames ? frames : [], opening: series(openingView) }
}

/** Pictures of a product in a colour, best view first. Throws when there is none. */
export function picturesOf(product: Pictured & { name: string }, colorKey: string): Picture[] {
  const { identifier, name } = product
  const entries = entriesOf(product, colorKey).filter(
    ({ view }) => !turnView.test(view) && !openingView.test(view),
  )
  if (entries.length === 0) throw new Error(`No picture of ${identifier} in ${colorKey}`)
  return entries
    .toSorted((a, b) => views.indexOf(a.view) - views.indexOf(b.view))
    .map((entry) => ({
      ...toPicture(entry),
      alt: `${name} in ${colorNames.get(colorKey) ?? colorKey}: ${entry.alt}`,
    }))
}

/** The picture that stands for a product: the best view of it in its first colour. */
export function coverOf(product: DemoProduct): Picture {
  const [colorKey] = product.colorKeys
  const [cover] = colorKey ? picturesOf(product, colorKey) : []
  if (!cover) throw new Error(`${product.identifier} has no colour`)
  return cover
}

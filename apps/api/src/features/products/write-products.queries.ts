import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'
import type { StoredProduct, StoredVariant } from './stored-product.ts'

/** Rows of a table, as one parameter. */
const rowsOf = (rows: object[]) => sql`${JSON.stringify(rows)}::jsonb`

function productRow(product: StoredProduct, at: Date) {
  return {
    id: product.id,
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
    tax_class: product.taxClass,
    maker: product.maker,
    responsible_person: product.responsiblePerson,
    seo_title: product.seoTitle,
    seo_description: product.seoDescription,
    pictures: product.pictures,
    published_at: product.publishedAt,
    withdraws_at: product.withdrawsAt,
    is_new_flag: product.isNewFlag,
    deleted_at: product.deletedAt,
    is_withdrawn: product.isWithdrawn,
    updated_at: at,
  }
}

const productColumns = sql.raw(
  'identifier, name, description, material, details, measurements, dimensions, fits_inside, materials_and_care, size_and_fit, size_guide, composition, country_of_origin, hs_code, weight_grams, tax_class, maker, responsible_person, seo_title, seo_description, pictures, published_at, withdraws_at, is_new_flag, deleted_at, is_withdrawn, updated_at',
)

export async function insertProducts(
  tx: Queryable,
  products: StoredProduct[],
  at: Date,
): Promise<void> {
  const rows = rowsOf(products.map((product) => productRow(product, at)))
  await sql`insert into product (id, ${productColumns})
    select id, ${productColumns} from jsonb_populate_recordset(null::product, ${rows})`.execute(tx)
}

/**
 * Writes the product's own fields and raises its version. Links to a former identifier keep
 * working.
 */
export async function updateProducts(
  tx: Queryable,
  products: StoredProduct[],
  at: Date,
): Promise<void> {
  const rows = rowsOf(products.map((product) => productRow(product, at)))
  await sql`insert into product_former_identifier (identifier, product_id)
    select p.identifier, p.id
    from product p join jsonb_populate_recordset(null::product, ${rows}) n using (id)
    where p.identifier <> n.identifier
    on conflict (identifier) do update set product_id = excluded.product_id`.execute(tx)
  await sql`update product p set version = p.version + 1, (${productColumns}) =
      (select ${productColumns} from jsonb_populate_record(null::product, n.value))
    from jsonb_array_elements(${rows}) n where p.id = (n.value ->> 'id')::uuid`.execute(tx)
}

export async function replaceOptions(tx: Queryable, products: StoredProduct[]): Promise<void> {
  const ids = products.map(({ id }) => id)
  const rows = products.flatMap(({ id, options }) =>
    options.map((option, position) => ({ product_id: id, position, ...option })),
  )
  await sql`delete from product_option where product_id = any (${ids}::uuid[])`.execute(tx)
  await sql`insert into product_option (product_id, position, name, values)
    select product_id, position, name, values
    from jsonb_populate_recordset(null::product_option, ${rowsOf(rows)})`.execute(tx)
}

/** A product and a category it is in. */
export interface Membership {
  product_id: string
  category_id: string
}

export async function changeCategories(
  tx: Queryable,
  { gone, come }: { gone: Membership[]; come: Membership[] },
): Promise<void> {
  if (gone.length > 0)
    await sql`delete from product_category where (product_id, category_id) in (
      select product_id, category_id
      from jsonb_populate_recordset(null::product_category, ${rowsOf(gone)}))`.execute(tx)
  if (come.length > 0)
    await sql`insert into product_category (product_id, category_id)
      select product_id, category_id
      from jsonb_populate_recordset(null::product_category, ${rowsOf(come)})`.execute(tx)
}

/** Writes where products stand by hand in lists. */
export async function replacePositions(tx: Queryable, products: StoredProduct[]): Promise<void> {
  const ids = products.map(({ id }) => id)
  const rows = products.flatMap(({ id, positions }) =>
    positions.map(({ categoryId, position }) => ({
      product_id: id,
      category_id: categoryId,
      position,
    })),
  )
  await sql`delete from category_position where product_id = any (${ids}::uuid[])`.execute(tx)
  await sql`insert into category_position (category_id, product_id, position)
    select category_id, product_id, position
    from jsonb_populate_recordset(null::category_position, ${rowsOf(rows)})`.execute(tx)
}

export async function replaceRelations(tx: Queryable, products: StoredProduct[]): Promise<void> {
  const ids = products.map(({ id }) => id)
  const rows = products.flatMap(({ id, relatedIds }) =>
    relatedIds.map((related_id, position) => ({ product_id: id, related_id, position })),
  )
  await sql`delete from product_relation where product_id = any (${ids}::uuid[])`.execute(tx)
  await sql`insert into product_relation (product_id, related_id, position)
    select product_id, related_id, position
    from jsonb_populate_recordset(null::product_relation, ${rowsOf(rows)})`.execute(tx)
}

/** A variant, and where it stands in which product. */
export interface PlacedVariant extends StoredVariant {
  productId: string
  position: number
}

function variantRow(variant: PlacedVariant) {
  return {
    id: variant.id,
    product_id: variant.productId,
    position: variant.position,
    price_cents: variant.priceCents,
    sale_price_cents: variant.salePriceCents,
    sale_starts_at: variant.saleStartsAt,
    sale_ends_at: variant.saleEndsAt,
    is_enabled: variant.isEnabled,
    sku: variant.sku,
    gtin: variant.gtin,
    weight_grams: variant.weightGrams,
    hs_code: variant.hsCode,
    country_of_origin: variant.countryOfOrigin,
    composition: variant.composition,
    attributes: variant.attributes,
    pictures: variant.pictures,
  }
}

const variantColumns = sql.raw(
  'position, price_cents, sale_price_cents, sale_starts_at, sale_ends_at, is_enabled, sku, gtin, weight_grams, hs_code, country_of_origin, composition, attributes, pictures',
)

/** Adds new variants. */
export async function insertVariants(tx: Queryable, variants: PlacedVariant[]): Promise<void> {
  const rows = rowsOf(variants.map(variantRow))
  await sql`insert into variant (id, product_id, stock, ${variantColumns})
    select id, product_id, 0, ${variantColumns}
    from jsonb_populate_recordset(null::variant, ${rows})`.execute(tx)
}

/** Writes all of variants but their stock; those that were taken out are there again. */
export async function updateVariants(tx: Queryable, variants: PlacedVariant[]): Promise<void> {
  const rows = rowsOf(variants.map(variantRow))
  await sql`update variant v set deleted_at = null, (${variantColumns}) =
      (select ${variantColumns} from jsonb_populate_record(null::variant, n.value))
    from jsonb_array_elements(${rows}) n where v.id = (n.value ->> 'id')::uuid`.execute(tx)
}

/** Takes variants out of their products; carts and orders still know them, without their pictures. */
export async function removeVariants(tx: Queryable, ids: string[], at: Date): Promise<void> {
  await sql`update variant set deleted_at = ${at}, pictures = '[]'
    where id = any (${ids}::uuid[])`.execute(tx)
}

/** Makes room for values and codes that variants swap: no two may have the same at any moment. */
export async function freeUniqueValues(tx: Queryable, ids: string[]): Promise<void> {
  await sql`update variant set attributes = jsonb_build_object('', id), sku = null, gtin = null
    where id = any (${ids}::uuid[])`.execute(tx)
}

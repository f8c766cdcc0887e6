import type { Swatch } from '@solvane/contract/catalog'
import type { StaffColor } from '@solvane/contract/products.admin'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'
import { conditions, type StaffProductFilter } from './list-products.admin.queries.ts'
import { colorOption, type StoredProduct, type StoredVariant } from './stored-product.ts'

type Json<Row> = { [Key in keyof Row]: Row[Key] extends Date | null ? string | null : Row[Key] }

interface Row extends Omit<StoredProduct, 'variants'> {
  variants: Json<StoredVariant>[]
}

const products = sql`
  select p.id, p.version, p.updated_at as "updatedAt", p.identifier, p.name, p.description, p.material,
    p.details, p.measurements, p.dimensions, p.fits_inside as "fitsInside", p.materials_and_care as "materialsAndCare", p.size_and_fit as "sizeAndFit",
    p.size_guide as "sizeGuide", p.composition, p.country_of_origin as "countryOfOrigin", p.hs_code as "hsCode",
    p.weight_grams as "weightGrams", p.tax_class as "taxClass", p.maker, p.responsible_person as "responsiblePerson",
    p.seo_title as "seoTitle", p.seo_description as "seoDescription", p.pictures, p.published_at as "publishedAt",
    p.withdraws_at as "withdrawsAt", p.is_new_flag as "isNewFlag", p.deleted_at as "deletedAt", p.is_withdrawn as "isWithdrawn",
    (select coalesce(json_agg(json_build_object('name', o.name, 'values', o.values) order by o.position), '[]')
     from product_option o where o.product_id = p.id) as options,
    (select coalesce(json_agg(json_build_object(
        'id', v.id, 'priceCents', v.price_cents, 'salePriceCents', v.sale_price_cents,
        'saleStartsAt', v.sale_starts_at, 'saleEndsAt', v.sale_ends_at, 'isEnabled', v.is_enabled,
        'sku', v.sku, 'gtin', v.gtin, 'weightGrams', v.weight_grams, 'hsCode', v.hs_code,
        'countryOfOrigin', v.country_of_origin, 'composition', v.composition,
        'attributes', v.attributes, 'pictures', v.pictures, 'stock', v.stock) order by v.position, v.id), '[]')
     from variant v where v.product_id = p.id and v.deleted_at is null) as variants,
    (select coalesce(json_agg(json_build_object(
        'id', v.id, 'attributes', v.attributes, 'stock', v.stock) order by v.deleted_at desc, v.id), '[]')
     from variant v where v.product_id = p.id and v.deleted_at is not null) as "goneVariants",
    (select coalesce(json_agg(c.category_id order by c.category_id), '[]')
     from product_category c where c.product_id = p.id) as "categoryIds",
    (select coalesce(json_agg(json_build_object(
        'categoryId', c.category_id, 'position', c.position) order by c.category_id), '[]')
     from category_position c where c.product_id = p.id) as positions,
    (select coalesce(json_agg(r.related_id order by r.position), '[]')
     from product_relation r where r.product_id = p.id) as "relatedIds"
  from product p`

function fromRow({ variants, ...row }: Row): StoredProduct {
  const instant = (value: string | null) => (value === null ? null : new Date(value))
  return {
    ...row,
    variants: variants.map((variant) => ({
      ...variant,
      saleStartsAt: instant(variant.saleStartsAt),
      saleEndsAt: instant(variant.saleEndsAt),
    })),
  }
}

/** These products, by id; unknown ids are left out. */
export async function readProducts(db: Queryable, ids: string[]): Promise<StoredProduct[]> {
  const { rows } =
    await sql<Row>`${products} where p.id = any (${ids}::uuid[]) order by p.id`.execute(db)
  return rows.map(fromRow)
}

/** The ids of the products that have these identifiers, also of deleted ones. */
export async function productIdsOf(
  db: Queryable,
  identifiers: string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('product')
    .select(['id', 'identifier'])
    .where(sql<boolean>`identifier = any (${identifiers}::text[])`)
    .execute()
  return new Map(rows.map(({ id, identifier }) => [identifier, id]))
}

/** The next products that a filter lets through, by identifier. */
export async function nextProducts(
  db: Queryable,
  filter: StaffProductFilter,
  { after, limit, at }: { after: string; limit: number; at: Date },
): Promise<StoredProduct[]> {
  const { rows } = await sql<Row>`${products}
    where ${conditions(filter, at)} and p.identifier > ${after}
    order by p.identifier limit ${limit}`.execute(db)
  return rows.map(fromRow)
}

/**
 * Locks products against being written by others: first their variants, in the order that orders lock
 * them in, then they themselves.
 */
export async function lockProducts(tx: Queryable, ids: string[]): Promise<void> {
  const wanted = sql`any (${ids}::uuid[])`
  await sql`select from variant where product_id = ${wanted} order by id for no key update`.execute(
    tx,
  )
  await sql`select from product where id = ${wanted} order by id for no key update`.execute(tx)
}

/** A SKU or GTIN that variants have, and whose it is. */
export interface TakenCode {
  variantId: string
  sku: string | null
  gtin: string | null
  product: string
}

/** The variants that have one of these SKUs or GTINs. */
export async function variantsWithCodes(
  db: Queryable,
  { skus, gtins }: { skus: string[]; gtins: string[] },
): Promise<TakenCode[]> {
  const { rows } = await sql<TakenCode>`
    select v.id as "variantId", v.sku, v.gtin, p.name as product
    from variant v join product p on p.id = v.product_id
    where v.deleted_at is null and (lower(v.sku) = any (${skus.map((sku) => sku.toLowerCase())}::text[])
      or lpad(v.gtin, 14, '0') = any (${gtins.map((gtin) => gtin.padStart(14, '0'))}::text[]))`.execute(
    db,
  )
  return rows
}

/**
 * The ids among these that are not a category for products; the others cannot be deleted before the
 * commit.
 */
export async function unknownCategories(tx: Queryable, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from category where id = any (${ids}::uuid[]) and parent_id is not null order by id for key share`.execute(
    tx,
  )
  return ids.filter((id) => !rows.some((row) => row.id === id))
}

/** The ids among these that are not a product; the others cannot be deleted before the commit. */
export async function unknownProducts(tx: Queryable, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from product where id = any (${ids}::uuid[]) order by id for key share`.execute(tx)
  return ids.filter((id) => !rows.some((row) => row.id === id))
}

/**
 * The name of a category for products, which cannot be deleted before the commit; undefined if it
 * does not exist.
 */
export async function nameOfCategory(tx: Queryable, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from category where id = ${id} and parent_id is not null for key share`.execute(tx)
  return rows[0]?.name
}

/** The identifiers of the categories and products that products name, by id. */
export async function identifiersOf(
  db: Queryable,
  products: StoredProduct[],
): Promise<Map<string, string>> {
  const ids = products.flatMap(({ categoryIds, relatedIds, positions }) => [
    ...categoryIds,
    ...relatedIds,
    ...positions.map(({ categoryId }) => categoryId),
  ])
  const { rows } = await sql<{ id: string; identifier: string }>`
    select id, identifier from category where id = any (${ids}::uuid[])
    union all select id, identifier from product where id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, identifier }) => [id, identifier]))
}

/** The ids of all categories by identifier, and of those that products can be in: all but the root. */
export async function categoryIdsByIdentifier(
  db: Queryable,
): Promise<Record<'all' | 'below', Map<string, string>>> {
  const rows = await db.selectFrom('category').select(['id', 'identifier', 'parent_id']).execute()
  const toMap = (categories: typeof rows) =>
    new Map(categories.map(({ id, identifier }) => [identifier, id]))
  return { all: toMap(rows), below: toMap(rows.filter(({ parent_id }) => parent_id !== null)) }
}

/** The colour list, in its order. */
export async function listColorRows(db: Queryable): Promise<StaffColor[]> {
  const { rows } = await sql<StaffColor>`
    select name, hex, md5(hex) as version,
      (select count(*)::integer from product_option o
        where o.name = ${colorOption} and c.name = any (o.values)) as products
    from color c order by position, name`.execute(db)
  return rows
}

/** The names of the colour list; in a transaction they stay as they are until it ends. */
export async function listColorNames(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('color')
    .select('name')
    .orderBy('position')
    .orderBy('name')
    .forKeyShare()
    .execute()
  return rows.map(({ name }) => name)
}

/** Adds a colour behind the others; false when there is one of this name, in any case. */
export async function insertColor(db: Queryable, { name, hex }: Swatch): Promise<boolean> {
  const { rows } = await sql`
    insert into color (name, hex, position)
    select ${name}, ${hex}, (select coalesce(max(position), -1) + 1 from color)
    where not exists (select from color c where lower(c.name) = lower(${name}))
    on conflict do nothing
    returning name`.execute(db)
  return rows.length > 0
}

/** A colour and its version, locked until the transaction ends. */
export async function lockColor(
  tx: Queryable,
  name: string,
): Promise<(Swatch & { version: string }) | undefined> {
  const { rows } = await sql<Swatch & { version: string }>`
    select name, hex, md5(hex) as version from color where name = ${name} for update`.execute(tx)
  return rows[0]
}

/** Changes a colour; false when another has this name, in any case. */
export async function writeColor(tx: Queryable, former: string, color: Swatch): Promise<boolean> {
  const { rows } = await sql`
    update color set name = ${color.name}, hex = ${color.hex}
    where name = ${former} and not exists (
      select from color c where lower(c.name) = lower(${color.name}) and c.name <> ${former})
    returning name`.execute(tx)
  return rows.length > 0
}

/** The products that come in a colour, or did. */
export async function productsInColor(db: Queryable, name: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select product_id as id from product_option where name = ${colorOption} and ${name} = any (values)
    union select product_id from variant where attributes ->> ${colorOption} = ${name}
    union select product_id from product_turn where color = ${name}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Renames a colour where `writeProducts` does not: in removed variants and 360° views. */
export async function renameFormerColor(
  tx: Queryable,
  former: string,
  name: string,
): Promise<void> {
  await sql`update variant set attributes = jsonb_set(attributes, ${[colorOption]}::text[], to_jsonb(${name}::text))
    where deleted_at is not null and attributes ->> ${colorOption} = ${former}`.execute(tx)
  await sql`update product_turn set color = ${name} where color = ${former}`.execute(tx)
}

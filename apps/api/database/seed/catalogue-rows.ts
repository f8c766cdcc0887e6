import type { Picture } from '@solvane/contract/catalog'
import type { Dimensions } from '@solvane/contract/dimensions'
import type { TradeParty } from '@solvane/contract/trade'
import type { ClientBase } from 'pg'

/** Rows as the tables take them; instants as ISO strings. */
export interface CategoryRow {
  id: string
  parent_id: string | null
  identifier: string
  slug: string
  name: string
  description: string
  picture: Picture | null
  position: number
  product_count: 0
}

export interface ProductRow {
  id: string
  identifier: string
  name: string
  description: string
  material: string
  details: string[]
  measurements: string
  dimensions: Dimensions | null
  fits_inside: string
  materials_and_care: string
  size_and_fit: string | null
  size_guide: string | null
  composition: string
  country_of_origin: string
  hs_code: string
  weight_grams: number
  maker: TradeParty
  pictures: Picture[]
  published_at: string
  is_new_flag: boolean
}

export interface OptionRow {
  product_id: string
  position: number
  name: string
  values: string[]
}

export interface VariantRow {
  id: string
  product_id: string
  position: number
  price_cents: number
  sale_price_cents: number | null
  sale_starts_at: string | null
  sale_ends_at: string | null
  sku: string | null
  gtin: string | null
  stock: number
  is_enabled: true
  attributes: Record<string, string>
  pictures: Picture[]
}

export interface TurnRow {
  product_id: string
  color: string
  frames: Picture[]
  opening: Picture[]
}

/** Products with all that belongs to them, ready to insert. */
export interface CatalogueRows {
  products: ProductRow[]
  options: OptionRow[]
  categories: { product_id: string; category_id: string }[]
  variants: VariantRow[]
  turns: TurnRow[]
  relations: { product_id: string; related_id: string; position: number }[]
}

/**
 * The tables that seeding fills, with those that triggers fill. Only they are
 * analysed: of a table found empty the planner remembers that, and a connection that plans then reads
 * it from end to end, however many orders come.
 */
export const seededTables = `
  category, category_product, chat_canned_reply, color, content, coupon, product, product_category,
  price_history,
  product_listing, product_option, product_price, product_relation, product_turn, search_synonym, search_word, variant`

type Table =
  | 'category'
  | 'chat_canned_reply'
  | 'color'
  | 'content'
  | 'coupon'
  | 'product'
  | 'product_category'
  | 'product_option'
  | 'product_relation'
  | 'product_turn'
  | 'search_synonym'
  | 'variant'

/** Inserts rows whose keys are the table's columns, in one statement. */
export async function insertRows(client: ClientBase, table: Table, rows: object[]): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0] ?? {})
    .map((column) => `"${column}"`)
    .join(', ')
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}

/** Inserts products, and what lists show of them. */
export async function insertCatalogue(client: ClientBase, rows: CatalogueRows): Promise<void> {
  await insertRows(client, 'product', rows.products)
  await insertRows(client, 'product_option', rows.options)
  await insertRows(client, 'product_category', rows.categories)
  await insertRows(client, 'variant', rows.variants)
  await insertRows(client, 'product_turn', rows.turns)
  await client.query(
    `insert into price_history (variant_id, at, price_cents, sale_price_cents, sale_starts_at, sale_ends_at)
     select v.id, p.published_at, v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at
     from variant v join product p on p.id = v.product_id where p.id = any ($1)`,
    [rows.products.map(({ id }) => id)],
  )
  await insertRows(client, 'product_relation', rows.relations)
  await client.query('select refresh_product_listing($1)', [rows.products.map(({ id }) => id)])
}

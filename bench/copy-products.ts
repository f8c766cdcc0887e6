import type { Pool, PoolClient } from 'pg'
import { idOf } from './random-sql.ts'

const batchSize = 10_000
const days = 1_400

/**
 * Adds products until `size` are there, as copies of those that are, with other ids and dates: with
 * what lists show of them, which takes the shop longer to work out than PostgreSQL to copy. Goes on
 * where an earlier run has ended.
 */
export async function copyProducts(
  pool: Pool,
  size: number,
  report: (line: string) => void,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(
      `set work_mem = '64MB'; set synchronous_commit = off; set gin_pending_list_limit = '64MB'`,
    )
    await client.query('alter index product_listing_words set (fastupdate = true)')
    await addCopies(client, size, report)
    await client.query('alter index product_listing_words set (fastupdate = false)')
    await client.query(`select gin_clean_pending_list('product_listing_words')`)
  } finally {
    // Its settings and temporary tables go with it.
    client.release(true)
  }
  report('Vacuum')
  await pool.query('vacuum (analyze)')
}

async function addCopies(
  client: PoolClient,
  size: number,
  report: (line: string) => void,
): Promise<void> {
  await client.query(
    `create temp table original as
       select row_number() over (order by identifier) - 1 as n, id from product where deleted_at is null;
     create unique index on original (n);
     analyze original`,
  )
  const { rows } = await client.query<{ number: number; next: number }>(
    `select count(*) as number, 1 + coalesce(max(substr(identifier, 9)::int) filter (where identifier like 'further-%'), -1) as next
     from product`,
  )
  const { number = 0, next = 0 } = rows[0] ?? {}
  for (let done = number; done < size; done += batchSize) {
    const first = next + done - number
    await addBatch(client, first, first + Math.min(batchSize, size - done) - 1)
    report(`${Math.min(size, done + batchSize)} of ${size} products`)
  }
}

async function addBatch(client: PoolClient, first: number, last: number): Promise<void> {
  await client.query('begin')
  try {
    await client.query(
      `create temp table copied on commit drop as
         select j, o.id as from_id, ${idOf(`'copy ' || j`)} as id,
           now() - (61 + (hashint8extended(j, 1) & 16383)::float8 / 16384 * ${days}) * interval '1 day' as at
         from generate_series($1::bigint, $2::bigint) j
         join original o on o.n = j % (select count(*) from original)`,
      [first, last],
    )
    await client.query('create index on copied (from_id); analyze copied')
    for (const statement of copies) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const variantId = (position: string) => idOf(`'variant ' || c.j || '/' || ${position}`)

const copies = [
  `insert into product (id, identifier, name, description, material, details, measurements, dimensions,
     fits_inside, materials_and_care,
     size_and_fit, size_guide, composition, country_of_origin, hs_code, weight_grams, maker, pictures, published_at,
     is_new_flag)
   select c.id, 'further-' || lpad(c.j::text, 7, '0'), p.name, p.description, p.material, p.details, p.measurements,
     p.dimensions, p.fits_inside, p.materials_and_care, p.size_and_fit, p.size_guide, p.composition,
     p.country_of_origin, p.hs_code, p.weight_grams, p.maker, p.pictures, c.at, false
   from copied c join product p on p.id = c.from_id`,
  `insert into product_option (product_id, position, name, values)
   select c.id, o.position, o.name, o.values from copied c join product_option o on o.product_id = c.from_id`,
  `insert into product_category (product_id, category_id)
   select c.id, o.category_id from copied c join product_category o on o.product_id = c.from_id`,
  `insert into variant (id, product_id, position, price_cents, sale_price_cents, sale_starts_at, sale_ends_at, stock,
     is_enabled, attributes, pictures)
   select ${variantId('v.position')}, c.id, v.position, v.price_cents, v.sale_price_cents, v.sale_starts_at,
     v.sale_ends_at, v.stock, v.is_enabled, v.attributes, v.pictures
   from copied c join variant v on v.product_id = c.from_id and v.deleted_at is null`,
  `insert into product_relation (product_id, related_id, position)
   select c.id, r.related_id, r.position from copied c join product_relation r on r.product_id = c.from_id`,
  `insert into product_listing (product_id, identifier, name, material, cover, hover_cover, colors, published_at,
     new_until, pair_colors, pair_sizes, pair_in_stock, words)
   select c.id, 'further-' || lpad(c.j::text, 7, '0'), l.name, l.material, l.cover, l.hover_cover, l.colors, c.at,
     c.at + interval '60 days', l.pair_colors, l.pair_sizes, l.pair_in_stock, l.words
   from copied c join product_listing l on l.product_id = c.from_id`,
  `insert into category_product (category_id, published_at, product_id)
   select o.category_id, c.at, c.id from copied c join category_product o on o.product_id = c.from_id`,
  `insert into product_price (product_id, from_at, until_at, price_cents, list_price_cents, has_range, variant_id,
     is_available)
   select c.id, o.from_at, o.until_at, o.price_cents, o.list_price_cents, o.has_range, ${variantId('v.position')},
     o.is_available
   from copied c join product_price o on o.product_id = c.from_id join variant v on v.id = o.variant_id`,
  `select recount_search_words('{}', array(
     select l.words from copied c join product_listing l on l.product_id = c.id))`,
]

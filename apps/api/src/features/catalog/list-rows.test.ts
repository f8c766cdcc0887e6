import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectCurrentListings, writeProducts } from '../../../test/listing-assertions.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { placeholderPicture } from './to-card.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const write = (text: string, values: unknown[] = []) => writeProducts(shop, text, values)
const sql = (text: string, values: unknown[] = []) => shop.ctx.db.pool.query(text, values)

async function card(identifier: string) {
  await shop.changesReceived()
  const { data } = await shop.call('listProducts', { query: { size: 100 } })
  const more = await shop.call('listProducts', { query: { size: 100, page: 2 } })
  return [...data, ...more.data].find((product) => product.identifier === identifier)
}

async function totalOf(cIdentifiers: string) {
  await shop.changesReceived()
  const { total, data } = await shop.call('listProducts', { query: { cIdentifiers, size: 100 } })
  expect(Math.min(total, 100)).toBe(data.length)
  return total
}

const expectListsTrue = () => expectCurrentListings(shop)

test('a product is listed once it has a variant, with a placeholder without pictures', async () => {
  await write(`insert into product (id, identifier, name, material, published_at)
    values ('00000000-0000-4000-8000-0000000000aa', 'bare', 'Bare Product', 'Linen', now())`)
  expect(await card('bare')).toBeUndefined()
  await write(`insert into variant (id, product_id, position, price_cents, stock)
    values ('00000000-0000-4000-8000-0000000000ab', '00000000-0000-4000-8000-0000000000aa', 0, 12345, 1)`)
  expect(await card('bare')).toMatchObject({
    price: 123.45,
    colors: [],
    cover: '/media/placeholders/piece.svg',
    hoverCover: null,
    coverPicture: placeholderPicture,
    hoverPicture: null,
  })
  const { data } = await shop.call('getProduct', { params: { id: 'bare' } })
  expect(data).toMatchObject({
    options: [],
    related: [],
    breadcrumbs: [],
    imagesJson: [placeholderPicture.src],
    pictures: [placeholderPicture],
  })
  expect(data.variants).toMatchObject([
    { cover: placeholderPicture.src, imagesJson: [placeholderPicture.src] },
  ])
  await write(`delete from variant where id = '00000000-0000-4000-8000-0000000000ab'`)
  expect(await card('bare')).toBeUndefined()
  await expectListsTrue()
})

test('a variant’s picture shows on its product’s page, once for all its sizes', async () => {
  const picture = {
    src: '/media/uploads/new.webp',
    alt: 'New',
    width: 4,
    height: 5,
    color: '#ffffff',
  }
  await write(
    `update variant v set pictures = jsonb_build_array($1::jsonb)
     from product p join product_option o on o.product_id = p.id and o.name = 'Color'
     where p.id = v.product_id and p.identifier = 'porto-loafer' and v.attributes ->> 'Color' = o.values[1]`,
    [picture],
  )
  await shop.changesReceived()
  const { data } = await shop.call('getProduct', { params: { id: 'porto-loafer' } })
  expect(data.pictures.filter(({ src }) => src === picture.src)).toEqual([picture])
  expect(data.imagesJson).not.toContain(picture.src)
  await expectListsTrue()
})

test('the cheapest variant in stock sets the price; a dearer one takes over when it sells out', async () => {
  await write(`update variant set sale_price_cents = null, stock = 5, price_cents = 50000 + position % 3 * 1000
    where product_id = (select id from product where identifier = 'calvi-tote')`)
  expect(await card('calvi-tote')).toMatchObject({ price: 500, hasPriceRange: true })
  await write(`update variant set stock = 0 where price_cents = 50000
    and product_id = (select id from product where identifier = 'calvi-tote')`)
  expect((await card('calvi-tote'))?.price).toBeGreaterThan(500)
  await expectListsTrue()
})

test('any characters are returned unchanged, in lists and on the page', async () => {
  const name = 'Élodie’s "Nº 5" \\ 東京 🧵𝒜 \\u00e9'
  await write(`update product set name = $1, description = $1 where identifier = 'calvi-tote'`, [
    name,
  ])
  await write(
    `update variant set attributes = attributes || jsonb_build_object('Size', $1::text)
      where product_id = (select id from product where identifier = 'calvi-tote')`,
    [name],
  )
  expect(await card('calvi-tote')).toMatchObject({ name })
  const { data } = await shop.call('getProduct', { params: { id: 'calvi-tote' } })
  expect(data).toMatchObject({ name, description: name })
  expect(new Set(data.variants.map(({ attributeValues }) => attributeValues.Size))).toEqual(
    new Set([name]),
  )
  await expectListsTrue()
})

test('prices are exact to the cent, and sale dates are instants in UTC', async () => {
  await write(`update variant set stock = 5, price_cents = 100000 + position * 1111, sale_price_cents = 90 + position,
      sale_starts_at = '2020-01-01 00:00:00.5+00', sale_ends_at = '2999-12-31 23:59:59.999+00'
    where product_id = (select id from product where identifier = 'calvi-tote')`)
  await shop.changesReceived()
  const { data } = await shop.call('getProduct', { params: { id: 'calvi-tote' } })
  for (const [position, variant] of data.variants.entries()) {
    expect(variant).toMatchObject({
      price: (100_000 + position * 1111) / 100,
      salePrice: (90 + position) / 100,
      currentPrice: (90 + position) / 100,
      isOnSale: true,
      saleStartDate: '2020-01-01T00:00:00.500Z',
      saleEndDate: '2999-12-31T23:59:59.999Z',
    })
  }
  expect(await card('calvi-tote')).toMatchObject({ price: 1000, salePrice: 0.9, isOnSale: true })
  await expectListsTrue()
})

test('a picture added to a variant shows on the page at once', async () => {
  const src = '/media/new.webp'
  await write(
    `update variant set pictures = $1 where id = (
      select id from variant where product_id = (select id from product where identifier = 'ponza-tote')
        and position = 0)`,
    [JSON.stringify([{ src, alt: '', width: 1, height: 1, color: '#ffffff' }])],
  )
  await shop.changesReceived()
  const { data } = await shop.call('getProduct', { params: { id: 'ponza-tote' } })
  expect(data.variants[0]).toMatchObject({ cover: src, imagesJson: [src] })
})

test('a product moves with its category, and a category with its parent', async () => {
  const [women, men, totes] = [
    await totalOf('women'),
    await totalOf('men'),
    await totalOf('women-bags-quilted-chain'),
  ]
  await write(`update category set parent_id = (select id from category where identifier = 'men-bags')
    where identifier = 'women-bags-quilted-chain'`)
  expect(await totalOf('men')).toBe(men + totes)
  expect(await totalOf('women')).toBeLessThan(women)
  const { data } = await shop.call('getCategory', {
    params: { identifier: 'women-bags-quilted-chain' },
  })
  expect(data.breadcrumbs.map(({ name }) => name).slice(0, 2)).toEqual(['Men', 'Bags'])
  await expectListsTrue()
  await write(`delete from product_category where category_id =
    (select id from category where identifier = 'women-bags-quilted-chain')`)
  expect(await totalOf('women-bags-quilted-chain')).toBe(0)
  await expectListsTrue()
})

test('a color renamed in palette and product shows its new name in lists and facets', async () => {
  await write(`insert into color values ('Midnight', '#000011', 99)`)
  await write(
    `update product_option set values = array_replace(values, 'Night Navy', 'Midnight') where name = 'Color'`,
  )
  await write(
    `update variant set attributes = attributes || '{"Color": "Midnight"}' where attributes ->> 'Color' = 'Night Navy'`,
  )
  await shop.changesReceived()
  const facets = await shop.call('listFacets')
  expect(facets.data.colors.map(({ value }) => value)).toContain('Midnight')
  expect(facets.data.colors.map(({ value }) => value)).not.toContain('Night Navy')
  const found = await shop.call('listProducts', { query: { color: 'Midnight', size: 100 } })
  expect(found.data.every(({ colors }) => colors.some(({ name }) => name === 'Midnight'))).toBe(
    true,
  )
  await expectListsTrue()
})

test('concurrent sell-outs of two variants leave the list correct', async () => {
  const { rows } = await sql(`select id from variant where stock > 0
    and product_id = (select id from product where identifier = 'porto-loafer')`)
  await Promise.all(rows.map(({ id }) => sql('update variant set stock = 0 where id = $1', [id])))
  expect((await card('porto-loafer'))?.isAvailable).toBe(false)
  await expectListsTrue()
})

test('a product moved by one update leaves its old category', async () => {
  const before = [await totalOf('women-bags-tote'), await totalOf('women-bags-hobo')]
  const { rowCount } = await write(`update product_category set
      category_id = (select id from category where identifier = 'women-bags-hobo')
    where category_id = (select id from category where identifier = 'women-bags-tote')
      and product_id = (select id from product where identifier = 'ponza-tote')`)
  expect(rowCount).toBe(1)
  expect(await totalOf('women-bags-tote')).toBe(Number(before[0]) - 1)
  expect(await totalOf('women-bags-hobo')).toBe(Number(before[1]) + 1)
  await expectListsTrue()
})

test('concurrent sell-outs of several products in any order cause no deadlock', async () => {
  const { rows } = await sql(`select distinct on (product_id) id from variant where stock > 0
    order by product_id, position limit 24`)
  const inTurns = async (ids: string[]) => {
    const client = await shop.ctx.db.pool.connect()
    try {
      await client.query('begin')
      for (const id of ids) await client.query('update variant set stock = 0 where id = $1', [id])
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  const ids: string[] = rows.map(({ id }) => id)
  await Promise.all([
    inTurns(ids.filter((_, index) => index % 2 === 0)),
    inTurns(ids.filter((_, index) => index % 2 === 1).reverse()),
  ])
  await expectListsTrue()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoStatements } from '../../../test/count-statements.ts'
import { writeProducts } from '../../../test/listing-assertions.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

async function search(text: string) {
  return shop.call('listProducts', { query: { search: text, size: 100 } })
}

test.each([
  ['stemming', 'totes', 'Calvi Tote'],
  ['another case', 'CALVI', 'Calvi Tote'],
  ['accents folded', 'càlvi', 'Calvi Tote'],
  ['a word half typed', 'calv', 'Calvi Tote'],
  ['words of name and colour', 'calvi navy', 'Calvi Tote'],
  ['a letter missing', 'clavi tote', 'Calvi Tote'],
  ['a letter wrong', 'lofer', 'Porto Loafer'],
  ['a synonym', 'rucksack', 'Leandro Backpack'],
  ['material', 'cashmere', 'Elise Cashmere Crew-Neck'],
])('finds products by %s', async (_title, text, name) => {
  const { data, total } = await search(text)
  expect(data.map((card) => card.name)).toContain(name)
  expect(total).toBeGreaterThanOrEqual(data.length)
})

test('a misspelled word matches a product type before any other word', async () => {
  const { data } = await search('sandle')
  expect(data.length).toBeGreaterThan(3)
  expect(data.slice(0, 4).map(({ name }) => name)).toEqual(
    Array.from({ length: 4 }, () => expect.stringContaining('Sandal')),
  )
})

test('swapped letters count as one mistake', async () => {
  const names = async (text: string) => (await search(text)).data.map(({ name }) => name)
  const scarves = await names('scarf')
  expect(scarves[0]).toContain('Scarf')
  expect(await names('scraf')).toEqual(scarves)
})

test('"purse" finds handbags', async () => {
  expect((await search('purse')).total).toBeGreaterThan(10)
})

test('a new synonym applies at once', async () => {
  expect((await search('schnürschuh')).data.map(({ name }) => name)).not.toContain('Porto Loafer')
  await shop.ctx.db.pool.query(
    `insert into search_synonym (term, synonyms) values ('schnurschuh', '{loafer}')`,
  )
  await shop.changesReceived()
  expect((await search('schnürschuh')).data.map(({ name }) => name)).toContain('Porto Loafer')
})

test('matches in the name rank before the category, the material and the description', async () => {
  const words = [
    ["name = 'Zephyrine Tote', description = ''", 'ponza-tote'],
    ["material = 'Zephyrine', description = ''", 'essaouira-tote'],
    ["description = 'Zephyrine zephyrine zephyrine.'", 'marisol-tote'],
  ]
  for (const [change, identifier] of words)
    await writeProducts(shop, `update product set ${change} where identifier = $1`, [identifier])
  await writeProducts(
    shop,
    `update category set name = 'Zephyrine' where identifier = 'women-bags-quilted-chain'`,
  )
  await shop.changesReceived()
  const found = (await search('zephyrine')).data.map(({ identifier }) => identifier)
  expect(found[0]).toBe('ponza-tote')
  expect(found.at(-2)).toBe('essaouira-tote')
  expect(found.at(-1)).toBe('marisol-tote')
  expect(found.length).toBeGreaterThan(4)
})

test('punctuation alone finds nothing, without a query', async () => {
  const uncached = await openTestShop({ beside: shop, cache: false })
  const query = { search: '!! *(' }
  await expectNoStatements(async () => {
    const { total } = await uncached.call('listProducts', { query })
    const { data: facets } = await uncached.call('listFacets', { query })
    expect([total, facets.total]).toEqual([0, 0])
  })
  await uncached.close()
})

test('if no product has every word, those with any of them are shown', async () => {
  const { data } = await search('calvi cashmere sunglasses')
  expect(data.length).toBeGreaterThan(0)
})

test.each(['relevance', 'new', 'price-desc'])(
  'filtered and sorted by %s finds the intersection of search and filter',
  async (sort) => {
    const narrow = { color: 'Ink Black', inStock: true }
    const found = new Set((await search('bag')).data.map(({ id }) => id))
    const { data: black } = await shop.call('listProducts', { query: { ...narrow, size: 100 } })
    const both = black.filter(({ id }) => found.has(id))

    const query = { ...narrow, search: 'bag', sort, size: 15 }
    const pages = [1, 2, 3].map((page) => shop.call('listProducts', { query: { ...query, page } }))
    const lists = await Promise.all(pages)
    const { data: facets } = await shop.call('listFacets', { query: { ...narrow, search: 'bag' } })

    expect(both.length).toBeGreaterThan(15)
    expect(both.length).toBeLessThanOrEqual(30)
    expect(lists.map(({ total }) => total)).toEqual([both.length, both.length, both.length])
    expect(facets.total).toBe(both.length)
    expect(lists.flatMap(({ data }) => data.map(({ id }) => id)).toSorted()).toEqual(
      both.map(({ id }) => id).toSorted(),
    )
  },
)

test.each([
  ['navy blue tote', { priceMax: 900 }],
  ['men shoes', { cIdentifiers: 'women' }],
  ['black tote', { material: 'Steel' }],
])('a filter shows nothing that the search did not find: %s', async (text, narrow) => {
  const found = new Set((await search(text)).data.map(({ id }) => id))
  expect(found.size).toBeGreaterThan(0)
  const query = { ...narrow, search: text, size: 100 }
  const { data, total } = await shop.call('listProducts', { query })
  expect(data.filter(({ id }) => !found.has(id))).toEqual([])
  const { data: facets } = await shop.call('listFacets', { query: { ...narrow, search: text } })
  expect(facets.total).toBe(total)
})

test('combines with category, filters and sort', async () => {
  const all = await search('black')
  const { data, total } = await shop.call('listProducts', {
    query: {
      search: 'black',
      cIdentifiers: 'women-shoes',
      inStock: true,
      sort: 'price-desc',
      size: 100,
    },
  })
  expect(total).toBeGreaterThan(0)
  expect(total).toBeLessThan(all.total)
  const prices = data.map(({ price, salePrice }) => salePrice ?? price)
  expect(prices).toEqual(prices.toSorted((a, b) => b - a))
})

test('a page beyond the results is empty, and still has the total', async () => {
  const first = await shop.call('listProducts', { query: { search: 'black tote' } })
  const beyond = await shop.call('listProducts', { query: { search: 'black tote', page: 500 } })
  expect(first.total).toBeGreaterThan(0)
  expect(beyond).toMatchObject({ data: [], total: first.total })
})

test('word counts follow products that are added, changed and removed', async () => {
  const { pool } = shop.ctx.db
  const ids = `select id from product order by identifier limit 3`
  await writeProducts(shop, `update product set name = name || ' Quoxalin' where id in (${ids})`)
  await writeProducts(shop, `update product set deleted_at = now() where id in (${ids} offset 1)`)
  const counts = await pool.query('select * from search_word order by word')
  const recount = await pool.query(
    `select lexeme as word, count(*) filter (where weights && '{A,B}') as in_place,
      count(*) filter (where weights && '{A,B,C}') as in_matter, count(*) as in_document
    from product_listing l, unnest(l.words)
    where length(lexeme) between 3 and 40
    group by 1 order by 1`,
  )
  expect(counts.rows).toEqual(recount.rows)
  expect(counts.rows).toContainEqual(expect.objectContaining({ word: 'quoxalin', in_place: 1 }))
  await writeProducts(shop, `update product set deleted_at = null where deleted_at is not null`)
})

test.each([
  '',
  ' ',
  '   \t',
  "'",
  '"',
  '\\',
  '%',
  '_',
  '&|!()<->:*',
  "'; drop table product; --",
  '\u0000',
  '💼',
  '手提包',
  'a'.repeat(200),
  'the',
  'of the and',
  '<script>alert(1)</script>',
  ':*',
  'bag:*',
  '!bag',
  'bag & ',
  '-',
  '--bag',
  "l'été",
  'ﬁne',
  '\ud800',
])('never fails on %j', async (text) => {
  const answer = await shop.app.inject({ url: '/api/products', query: { search: text } })
  expect(answer.statusCode).toBe(200)
  expect(answer.json().success).toBe(true)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoStatements } from '../../../test/count-statements.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { writeProducts } from '../../../test/write-products.ts'

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
])('finds by %s', async (_title, text, name) => {
  const { data, total } = await search(text)
  expect(data.map((card) => card.name)).toContain(name)
  expect(total).toBeGreaterThanOrEqual(data.length)
})

test('a slip of the keyboard stands for a kind of piece before any other word', async () => {
  const { data } = await search('sandle')
  expect(data.length).toBeGreaterThan(3)
  expect(data.slice(0, 4).map(({ name }) => name)).toEqual(
    Array.from({ length: 4 }, () => expect.stringContaining('Sandal')),
  )
})

test('letters that changed places are one slip', async () => {
  const names = async (text: string) => (await search(text)).data.map(({ name }) => name)
  const scarves = await names('scarf')
  expect(scarves[0]).toContain('Scarf')
  expect(await names('scraf')).toEqual(scarves)
})

test('a purse is a handbag', async () => {
  expect((await search('purse')).total).toBeGreaterThan(10)
})

test('what staff add to the synonyms counts at once', async () => {
  expect((await search('schnürschuh')).data.map(({ name }) => name)).not.toContain('Porto Loafer')
  await shop.ctx.db.pool.query(
    `insert into search_synonym (term, synonyms) values ('schnurschuh', '{loafer}')`,
  )
  await shop.changesHeard()
  expect((await search('schnürschuh')).data.map(({ name }) => name)).toContain('Porto Loafer')
})

test('a word in the name comes before one in the category, the material and the description', async () => {
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
  await shop.changesHeard()
  const found = (await search('zephyrine')).data.map(({ identifier }) => identifier)
  expect(found[0]).toBe('ponza-tote')
  expect(found.at(-2)).toBe('essaouira-tote')
  expect(found.at(-1)).toBe('marisol-tote')
  expect(found.length).toBeGreaterThan(4)
})

test('punctuation finds nothing and costs the database nothing', async () => {
  const uncached = await openTestShop({ beside: shop, cache: false })
  const query = { search: '!! *(' }
  await expectNoStatements(async () => {
    const { total } = await uncached.call('listProducts', { query })
    const { data: facets } = await uncached.call('listFacets', { query })
    expect([total, facets.total]).toEqual([0, 0])
  })
  await uncached.close()
})

test('when no piece has every word, those with any of them are shown', async () => {
  const { data } = await search('calvi cashmere sunglasses')
  expect(data.length).toBeGreaterThan(0)
})

test.each(['relevance', 'new', 'price-desc'])(
  'narrowed and sorted by %s finds what the search and the filter have in common',
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
])('narrowing a search shows nothing that it did not find: %s', async (text, narrow) => {
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

test.each(['bag', 'leather', 'black leather', 'to', 'sandle'])(
  'finds the same by going through the newest products as by the index: %s',
  async (text) => {
    const { rows } = await shop.ctx.db.pool.query(
      `select tier,
        array(select newest_found(query, tier, 20, 1000000)) as newest,
        array(select indexed_found(query, tier, 20)) as indexed
      from search_plan($1, 0), generate_series(1, 4) as tier`,
      [text.split(' ')],
    )
    for (const { newest, indexed } of rows) expect(newest).toEqual(indexed)
    expect(rows.flatMap(({ indexed }) => indexed).length).toBeGreaterThan(0)
  },
)

test.each(['tote', 'black leather', 'quilted chain bag', 'silk scarf', 'women bag'])(
  'finds the same whatever number of products was guessed: %s',
  async (text) => {
    const { rows } = await shop.ctx.db.pool.query<{ found: string[] }>(
      `select array(select product_id from find_products(query, guess, 1, 20) order by place) as found
      from search_plan($1, 0),
        (values ('{0,0,0,0}'::real[]), ('{20,20,20,20}'), ('{5000,5000,5000,5000}')) as guessed (guess)`,
      [text.split(' ')],
    )
    const [byIndex, ...others] = rows.map(({ found }) => found)
    expect(byIndex?.length).toBeGreaterThan(0)
    for (const found of others) expect(found).toEqual(byIndex)
  },
)

test.each(['tote', 'black leather', 'quilted chain bag', 'celestine', 'women bag'])(
  'finds the same by going through all that is found once: %s',
  async (text) => {
    const { rows } = await shop.ctx.db.pool.query<Record<'best' | 'all', string[]>>(
      `select once.ids as all,
        array(select product_id from find_products(query, matches, 1, 20, first) order by place) as best
      from search_plan($1, 0), all_found(query, first, 1, 19, 1000) once`,
      [text.split(' ')],
    )
    expect(rows[0]?.best.length).toBeGreaterThan(0)
    expect(rows[0]?.all).toEqual(rows[0]?.best)
  },
)

test('a page beyond all that a search finds is empty, and still says how many there are', async () => {
  const first = await shop.call('listProducts', { query: { search: 'black tote' } })
  const beyond = await shop.call('listProducts', { query: { search: 'black tote', page: 500 } })
  expect(first.total).toBeGreaterThan(0)
  expect(beyond).toMatchObject({ data: [], total: first.total })
})

test('the words are counted as products come, change and go', async () => {
  const { pool } = shop.ctx.db
  const ids = `select id from product order by identifier limit 3`
  await writeProducts(shop, `update product set name = name || ' Quoxalin' where id in (${ids})`)
  await writeProducts(shop, `update product set deleted_at = now() where id in (${ids} offset 1)`)
  const counts = await pool.query(
    `select word, in_name, in_place, in_matter, in_document from search_word order by word`,
  )
  const recount = await pool.query(
    `select word, sum(w.in_name) as in_name, sum(w.in_place) as in_place,
      sum(w.in_matter) as in_matter, sum(w.in_document) as in_document
    from product_search s, search_words_of(s.name, s.place, s.matter, s.document) w
    group by word order by word`,
  )
  expect(counts.rows).toEqual(recount.rows)
  expect(counts.rows).toContainEqual(expect.objectContaining({ word: 'quoxalin', in_name: 1 }))
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

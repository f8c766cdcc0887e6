import { afterAll, beforeAll, expect, test } from 'vitest'
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
])('finds by %s', async (_title, text, name) => {
  const { data, total } = await search(text)
  expect(data.map((card) => card.name)).toContain(name)
  expect(total).toBeGreaterThanOrEqual(data.length)
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
  const { pool } = shop.ctx.db
  const words = [
    ["name = 'Zephyrine Tote', description = ''", 'ponza-tote'],
    ["material = 'Zephyrine', description = ''", 'essaouira-tote'],
    ["description = 'Zephyrine zephyrine zephyrine.'", 'marisol-tote'],
  ]
  for (const [change, identifier] of words)
    await pool.query(`update product set ${change} where identifier = $1`, [identifier])
  await pool.query(
    `update category set name = 'Zephyrine' where identifier = 'women-bags-quilted-chain'`,
  )
  await shop.changesHeard()
  const found = (await search('zephyrine')).data.map(({ identifier }) => identifier)
  expect(found[0]).toBe('ponza-tote')
  expect(found.at(-2)).toBe('essaouira-tote')
  expect(found.at(-1)).toBe('marisol-tote')
  expect(found.length).toBeGreaterThan(4)
})

test('when no piece has every word, those with any of them are shown', async () => {
  const { data } = await search('calvi cashmere sunglasses')
  expect(data.length).toBeGreaterThan(0)
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

import { afterAll, beforeAll, expect, test } from 'vitest'
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
  ['two letters swapped', 'hadnbag', 'handbag'],
  ['a letter missing', 'handbg', 'handbag'],
  ['letters that changed places', 'pruse', 'purse'],
  ['a slip in a plural', 'trainrs', 'trainers'],
  ['one of its forms', 'trainer', 'trainers'],
  ['a slip in one of its forms', 'traienr', 'trainers'],
  ['half of it typed', 'handb', 'handbag'],
  ['half of its second word typed', 'evening ba', 'evening bag'],
])('a synonym’s term matches with %s', async (_title, text, term) => {
  const names = async (words: string) => (await search(words)).data.map(({ name }) => name)
  const meant = await names(term)
  expect(meant.length).toBeGreaterThan(3)
  expect((await names(text)).slice(0, 4)).toEqual(meant.slice(0, 4))
})

test('"glasses" finds sunglasses', async () => {
  expect((await search('glasses')).data[0]?.name).toContain('Sunglasses')
})

test.each(['leather tote', 'leather bag'])(
  '"leather" finds calfskin, lambskin and suede, too: %s',
  async (text) => {
    const { data, total } = await search(text)
    const materials = new Set(data.map(({ material }) => material))
    expect(total).toBeGreaterThan(5)
    expect(materials).toContain('Smooth Calfskin')
    expect(materials).toContain('Woven Leather')
  },
)

test.each(['sweater', 'jumper', 'crewneck', 'pullover', 'cardigan'])(
  'knitwear comes first for %s',
  async (text) => {
    const names = (await search(text)).data.map(({ name }) => name)
    expect(names.filter((name) => name.includes('Crew-Neck'))).toHaveLength(11)
    expect(names.slice(0, 11).filter((name) => !name.includes('Crew-Neck'))).toEqual([])
  },
)

test('a word with too many mistakes does not match', async () => {
  expect((await search('necklace')).total).toBe(0)
})

test.each([
  ['blue bag', ['Night Navy', 'Noon Sky']],
  ['green', ['Olive Grove', 'Sea Sage']],
  ['brown bag', ['Chestnut', 'Cognac', 'Espresso']],
  ['pink bag', ['Shell Blush']],
  ['yellow bag', ['Saffron']],
  ['off white bag', ['Chalk White', 'Ivory']],
  ['navy blue tote', ['Night Navy']],
  ['balck bag', ['Ink Black']],
])('a search for a color shows products in that color: %s', async (text, colors) => {
  const { data } = await search(text)
  const shown = data.slice(0, 3)
  expect(shown).toHaveLength(3)
  for (const card of shown) {
    expect(colors).toContain(card.color)
    expect(card.colors.map(({ name }) => name)).toContain(card.color)
  }
})

test('a product’s picture is the one in the color that was searched for', async () => {
  const { data: found } = await search('black bag')
  const narrowed = await shop.call('listProducts', { query: { color: 'Ink Black', size: 100 } })
  const coverOf = new Map(narrowed.data.map(({ id, cover }) => [id, cover]))
  expect(found[0]?.cover).toBe(coverOf.get(found[0]?.id ?? ''))
})

test('a search for a color shows it when sorted, too, unless another color is chosen', async () => {
  const sorted = { search: 'black bag', sort: 'price-asc' }
  const { data } = await shop.call('listProducts', { query: sorted })
  expect(data[0]?.color).toBe('Ink Black')
  const query = { ...sorted, color: 'Cognac' }
  const { data: cognac } = await shop.call('listProducts', { query })
  expect(cognac.length).toBeGreaterThan(0)
  expect(new Set(cognac.map(({ color }) => color))).toEqual(new Set(['Cognac']))
})

test('a search without a color shows products in their default color', async () => {
  const { data } = await search('tote')
  expect(new Set(data.map(({ color }) => color))).toEqual(new Set([null]))
})

test('of three words one may be missing before any of them is enough', async () => {
  const { data } = await search('cashmere qzxqzx stole')
  expect(data.map(({ name }) => name)).toEqual(['Elin Cashmere Stole'])
})

test('an incomplete word matches in the middle of others, too', async () => {
  const { data } = await search('quilt bag')
  expect((await search('quil bag')).data.map(({ id }) => id)).toEqual(data.map(({ id }) => id))
})

test.each<Record<string, string | boolean>>([{}, { inStock: true }, { cIdentifiers: 'women' }])(
  'the product with this name comes first, then those whose name begins with it: %j',
  async (narrow) => {
    const names = async (text: string) =>
      (await shop.call('listProducts', { query: { ...narrow, search: text } })).data.map(
        ({ name }) => name,
      )
    await writeProducts(
      shop,
      `update product set name = 'Ilaria Top-Handle Petite', published_at = now() - interval '9 years'
       where identifier = 'corso-top-handle'`,
    )
    await shop.changesReceived()
    const wanted = ['Ilaria Top-Handle', 'Ilaria Top-Handle Petite', 'Ilaria Mini Top-Handle']
    expect(await names('ILARIA top-handle')).toEqual(wanted)
    expect((await names('ilaria top han')).slice(2)).toEqual(wanted.slice(2))
  },
)

test.each(['가방', 'Чайка', 'Tiûu'])(
  'the product named %s comes before newer ones that begin so',
  async (name) => {
    const rename = (text: string, identifier: string) =>
      writeProducts(shop, 'update product set name = $1 where identifier = $2', [text, identifier])
    const { data } = await shop.call('listProducts', { query: { size: 2 } })
    await rename(`${name} Mini`, data[0]?.identifier ?? '')
    await rename(name, data[1]?.identifier ?? '')
    await shop.changesReceived()
    const found = (await search(name)).data.map((card) => card.name)
    expect(found.slice(0, 2)).toEqual([name, `${name} Mini`])
  },
)

test.each([
  ['Zerbino/Quorl', 'quorl'],
  ['Model 2.0', '2.0'],
  ['Numero No.5', 'no.5'],
  ['Atelier A-1', 'a-1'],
  ['Sac St.Tropez', 'tropez'],
  ['Top-Zandel', 'topzandel'],
  ['Top-Zandel', 'zandel'],
  ['Сумка Чайка', 'чайка'],
  ['Ёлка', 'елка'],
  ['가방 미니', '가방'],
  ['バッグ', 'バッグ'],
  ['बैग छोटा', 'बैग'],
  ['กระเป๋า', 'กระเป๋า'],
  ['حقيبة', 'حقيبة'],
  ['Τσάντα', 'τσαντα'],
  ['Kırmızı Çanta', 'kirmizi canta'],
])('a product named %s is found by %s before any other', async (name, text) => {
  await writeProducts(shop, `update product set name = $1 where identifier = 'porto-loafer'`, [
    name,
  ])
  await shop.changesReceived()
  expect((await search(text)).data[0]?.name).toBe(name)
})

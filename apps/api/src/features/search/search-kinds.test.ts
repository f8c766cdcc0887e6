import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { writeProducts } from '../../../test/write-products.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

async function rowsOf<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const isWrite = text.startsWith('update')
  return (
    await (isWrite ? writeProducts(shop, text, values) : shop.ctx.db.pool.query<Row>(text, values))
  ).rows
}

/** The kinds that have all words of `text`, and how many products are of them; nulls when that is not known. */
async function kindsOf(text: string) {
  const [row] = await rowsOf<{ kinds: number[] | null; products: number | null }>(
    'select k.kinds, k.products from search_plan($1, 0), kinds_of_query(query) k',
    [text.split(' ')],
  )
  return row && { ...row, kinds: row.kinds?.toSorted((a, b) => a - b) ?? null }
}

test.each(['black leather', 'women black calfskin', 'men black belt', 'calfskin tote'])(
  'finds the same by kinds as by the index of all products: %s',
  async (text) => {
    const pages = await rowsOf<Record<'known' | 'found' | 'all', string[]>>(
      `select k.kinds as known, once.ids as all, array(
          select product_id
          from find_products(query, matches, skipped, skipped + 10, first, k.kinds, k.products)
          order by place) as found
        from search_plan($1, 0), kinds_of_query(query) k, generate_series(0, 60, 6) as skipped,
          all_found(query, first, skipped, 10, 1000) once`,
      [text.split(' ')],
    )
    for (const { known, found, all } of pages) {
      expect(known).not.toBeNull()
      expect(found).toEqual(all)
    }
    expect(pages[0]?.found.length).toBeGreaterThan(0)
  },
)

test('the page of a search is the same whether its kinds are asked for or not', async () => {
  const pages = await rowsOf<{ ids: string[]; total: number; known: boolean }>(
    `select page.*, kinds is not null as known
      from search_plan('{women,black,calfskin}', 0), kinds_of_query(query),
        (values ('{0,0,0,0}'::real[]), ('{5000,5000,5000,5000}')) as guessed (guess),
        search_page(query, guess, 0, first, 5, 10, 20) page`,
  )
  expect(pages[0]).toMatchObject({ total: 20, known: true })
  expect(pages[0]?.ids).toHaveLength(10)
  expect(pages[1]).toEqual(pages[0])
})

test('how many pieces have words that stand together in no kind is known: none', async () => {
  expect(await kindsOf('cashmere loafer')).toEqual({ kinds: [], products: 0 })
})

test('kinds do not tell of a word that a name has by itself, until it is gone from there', async () => {
  expect((await kindsOf('black leather'))?.kinds).not.toBeNull()
  const rename = `update product set name = $2 where name = $1`
  await rowsOf(rename, ['Elise Cashmere Crew-Neck', 'Elise Leather Crew-Neck'])
  expect(await kindsOf('black leather')).toEqual({ kinds: null, products: null })
  await rowsOf(rename, ['Elise Leather Crew-Neck', 'Elise Cashmere Crew-Neck'])
  expect((await kindsOf('black leather'))?.kinds).not.toBeNull()
})

test('kinds do not tell of words with an apostrophe in them', async () => {
  expect((await kindsOf('black leather'))?.kinds).not.toBeNull()
  expect(await kindsOf('памʼять black')).toEqual({ kinds: null, products: null })
})

test('a kind of which no piece is left is looked at no more', async () => {
  const change = `update product set material = $2 where material = $1`
  const before = await kindsOf('suede')
  await rowsOf(change, ['Suede', 'Quoxalin'])
  expect((await kindsOf('suede'))?.products).toBeLessThan(Number(before?.products))
  expect((await kindsOf('suede'))?.kinds?.length).toBeLessThan(before?.kinds?.length ?? 0)
  await rowsOf(change, ['Quoxalin', 'Suede'])
  expect(await kindsOf('suede')).toEqual(before)
})

/** Kinds whose count of products is wrong, and products whose `matter` lacks a word of their kind. */
function mistakes() {
  return rowsOf(`
    select k.id::text, k.product_count from search_kind k
    where k.product_count <> (select count(*) from search_kind_product kp where kp.kind_id = k.id)
    union all
    select s.product_id::text, count(k.id) from product_search s
    left join search_kind_product kp on kp.product_id = s.product_id and kp.published_at = s.published_at
    left join search_kind k on k.id = kp.kind_id and s.matter || k.words = s.matter
    group by 1 having count(k.id) <> 1`)
}

test('the kinds are kept as products come, change and go', async () => {
  const some = `select id from product order by identifier`
  expect(await mistakes()).toEqual([])
  await Promise.all([
    rowsOf(`update product set material = 'Vicuna' where id in (${some} limit 2)`),
    rowsOf(`update product set material = 'Vicuna' where id in (${some} offset 2 limit 2)`),
  ])
  expect((await kindsOf('vicuna'))?.products).toBe(4)
  await rowsOf(
    `update product set published_at = published_at - interval '1 day' where id in (${some} limit 1)`,
  )
  await rowsOf(`update product set deleted_at = now() where id in (${some} offset 1 limit 1)`)
  await rowsOf(`update category set name = 'Vicuna' where identifier = 'women-bags-tote'`)
  expect(await mistakes()).toEqual([])
  const [inCategory] = await rowsOf<{ number: number }>(
    `select count(*) as number from category_product cp join category c on c.id = cp.category_id
      join product p on p.id = cp.product_id where c.identifier = 'women-bags-tote' and p.material <> 'Vicuna'`,
  )
  expect((await kindsOf('vicuna'))?.products).toBe(3 + Number(inCategory?.number))
})

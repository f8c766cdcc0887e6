import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeProducts } from '../../../test/listing-assertions.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

const many = 1_100
const pageSize = 100

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ empty: true, cache: false })
  // Newest first; every hundredth has the word in its name, the others in their description.
  await writeProducts(
    shop,
    `with made as (
      insert into product (id, identifier, name, description, material, published_at)
      select gen_random_uuid(), 'piece-' || n, case when n % 100 = 0 then 'Fine Quoxalin Piece' else 'Piece' end,
        'Worn with quoxalin.', 'Linen', now() - n * interval '1 day'
      from generate_series(1, ${many}) n
      returning id
    )
    insert into variant (id, product_id, position, price_cents, stock)
    select gen_random_uuid(), id, 0, 1000, 1 from made`,
  )
})
afterAll(() => shop.close())

const search = (page: number) =>
  shop.call('listProducts', { query: { search: 'quoxalin', page, size: pageSize } })
const numberOf = ({ identifier }: { identifier: string }) => Number(identifier.split('-')[1])

test('the newest thousand results are ranked, the rest follow by date, without duplicates', async () => {
  const pages = await Promise.all(
    Array.from({ length: many / pageSize }, (_, at) => search(at + 1)),
  )
  expect(pages.map(({ total }) => total)).toEqual(pages.map(() => many))
  const found = pages.flatMap(({ data }) => data).map(numberOf)
  const numbers = Array.from({ length: many }, (_, at) => at + 1)
  const ranked = numbers.slice(0, 1_000)
  expect(found).toEqual([
    ...ranked.filter((number) => number % 100 === 0),
    ...ranked.filter((number) => number % 100 > 0),
    ...numbers.slice(1_000),
  ])
})

test('a page beyond the last is empty and still has the total', async () => {
  expect(await search(many / pageSize + 1)).toMatchObject({ data: [], total: many })
})

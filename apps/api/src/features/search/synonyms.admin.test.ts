import { afterAll, beforeAll, expect, test } from 'vitest'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let headers: SignedUp['headers']
beforeAll(async () => {
  shop = await openTestShop()
  headers = (await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })).headers
})
afterAll(() => shop.close())

const found = async (search: string) => {
  await shop.changesReceived()
  return (await shop.call('listProducts', { query: { search } })).total
}
const add = (term: string, synonyms: string[]) =>
  shop.call('createSynonym', { headers, body: { term, synonyms } })

test('a synonym is applied as soon as it is added, edited or deleted', async () => {
  const nearby = await found('qixx2')
  const { data: added } = await add('  Qixx2 ', ['Handbag', 'handbag', 'Tote'])
  expect(added).toMatchObject({ id: 'qixx2', term: 'qixx2', synonyms: ['handbag', 'tote'] })
  expect(await found('qixx2')).toBeGreaterThan(nearby + 3)
  const params = { id: 'qixx2' }
  const body = { term: 'Pürse-3', synonyms: ['cashmere'], version: added.version }
  const { data: edited } = await shop.call('updateSynonym', { headers, params, body })
  expect(edited.term).toBe('purse 3')
  expect(await found('qixx2')).toBe(nearby)
  await shop.call('deleteSynonym', { headers, params: { id: 'purse 3' } })
  const gone = rejectionOf(shop.call('getSynonym', { headers, params: { id: 'purse 3' } }))
  expect(await gone).toMatchObject({ status: 404, code: 'SYNONYM_NOT_FOUND' })
})

test('a concurrent edit is rejected, and so is an existing term', async () => {
  const { data } = await add('tartan', ['wool'])
  const params = { id: 'tartan' }
  const update = (term: string, synonyms: string[]) =>
    shop.call('updateSynonym', { headers, params, body: { term, synonyms, version: data.version } })
  expect(await rejectionOf(add('TARTAN', ['silk']))).toMatchObject({ code: 'SYNONYM_TAKEN' })
  expect(await rejectionOf(update('rucksack', ['x']))).toMatchObject({ code: 'SYNONYM_TAKEN' })
  await update('tartan', ['scarf'])
  expect(await rejectionOf(update('tartan', ['belt']))).toMatchObject({ code: 'STALE_EDIT' })
  expect((await shop.call('getSynonym', { headers, params })).data.synonyms).toEqual(['scarf'])
})

test('the list is searched in both columns and sorted by term', async () => {
  const list = (query: Record<string, string>) => shop.call('listSynonyms', { headers, query })
  const { data, total } = await list({ q: 'SNEAKER', order: 'asc' })
  expect(data.map(({ term }) => term)).toEqual([
    'gym shoes',
    'plimsolls',
    'tennis shoes',
    'trainers',
  ])
  expect(total).toBe(4)
  expect((await list({ q: 'rucks' })).data).toMatchObject([{ term: 'rucksack' }])
})

test('a term that nobody could type is rejected', async () => {
  expect(await rejectionOf(add('—', ['bag']))).toMatchObject({ status: 400 })
  expect(await rejectionOf(add('fine', ['…']))).toMatchObject({ status: 400 })
  expect(await rejectionOf(add('fine', []))).toMatchObject({ status: 400 })
})

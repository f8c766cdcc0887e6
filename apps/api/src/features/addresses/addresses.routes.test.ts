import type { AddressInput } from '@solvane/contract/addresses'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let headers: { authorization: string }
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
})
afterAll(() => shop.close())
beforeEach(async () => {
  headers = (await signUp(shop)).headers
})

const home: AddressInput = {
  title: 'Home',
  fullName: 'Ada Lovelace',
  phoneNumber: '+1 2125550148',
  phoneRegion: 'US',
  streetAddress: '1 Mercer Street',
  addressLine2: 'Floor 4',
  city: 'New York',
  state: 'NY',
  postalCode: '10013',
  country: 'US',
}

const create = async (change: Record<string, unknown> = {}) =>
  (await shop.call('createAddress', { headers, body: { ...home, ...change } })).data
const update = async (id: string, body: Record<string, unknown>) =>
  (await shop.call('updateAddress', { headers, params: { id }, body })).data
const remove = (id: string) => shop.call('deleteAddress', { headers, params: { id } })
const list = async () => (await shop.call('listAddresses', { headers })).data
const defaults = async () =>
  (await list()).data.filter(({ isDefault }) => isDefault).map(({ id }) => id)

describe('an address', () => {
  test('is returned as it was sent, with its text trimmed', async () => {
    const made = await create({ fullName: '  Ada Lovelace ', city: ' New York' })
    expect(made).toMatchObject({ ...home, isDefault: true })
    expect(await list()).toEqual({ data: [made], total: 1 })
  })

  test('has null for empty fields', async () => {
    const made = await create({ addressLine2: ' ', state: '', phoneRegion: null })
    expect(made).toMatchObject({ addressLine2: null, state: null, phoneRegion: null })
  })

  test.each([
    ['title', ''],
    ['fullName', '   '],
    ['phoneNumber', '2125550148'],
    ['phoneNumber', '+1'],
    ['phoneNumber', '+33 ---'],
    ['phoneNumber', '+1 ( . )'],
    ['streetAddress', undefined],
    ['city', ''],
    ['country', 'Atlantis'],
    ['country', 'ZZ'],
    ['country', ''],
    ['postalCode', ''],
    ['postalCode', undefined],
    ['isDefault', 'yes'],
    ['fullName', 'x'.repeat(201)],
    ['fullName', 'Ada\nLovelace'],
    ['fullName', 'Ada \ud800'],
    ['fullName', '\u200b'],
  ])('with %s %j is rejected at that field', async (field, value) => {
    await expect(create({ [field]: value })).rejects.toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      details: { fields: [{ field }] },
    })
  })

  test.each(['id', 'userId', 'user_id', 'createdAt', 'role'])(
    'with the unknown field %s is rejected',
    async (field) => {
      const value = crypto.randomUUID()
      await expect(create({ [field]: value })).rejects.toMatchObject({ status: 400 })
      const { id } = await create()
      await expect(update(id, { [field]: value })).rejects.toMatchObject({ status: 400 })
    },
  )

  test.each([
    ['us', 'US'],
    ['United States', 'US'],
    ['hong kong sar china', 'HK'],
    ['Côte d’Ivoire', 'CI'],
    ["Cote d'Ivoire", 'CI'],
    ['Kosovo', 'XK'],
  ])('in %s is in %s', async (country, code) => {
    expect(await create({ country })).toMatchObject({ country: code })
  })

  test.each(['HK', 'AE', 'QA'])('in %s needs no postal code', async (country) => {
    expect(await create({ country, postalCode: null })).toMatchObject({ postalCode: null })
  })

  test('beyond the 50th is rejected', async () => {
    for (let count = 0; count < 49; count += 1) await create()
    const attempts = await Promise.allSettled(Array.from({ length: 4 }, () => create()))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(create()).rejects.toMatchObject({ status: 409, code: 'TOO_MANY_ADDRESSES' })
    expect((await list()).total).toBe(50)
  })
})

describe('a change', () => {
  test('leaves other fields unchanged', async () => {
    const made = await create()
    const changed = await update(made.id, { city: ' Boston ', state: null })
    expect(changed).toEqual({ ...made, city: 'Boston', state: null })
    expect((await list()).data).toEqual([changed])
    expect(await update(made.id, {})).toEqual(changed)
    expect(await update(made.id, changed)).toEqual(changed)
  })

  test('that leaves the address without its required postal code is rejected', async () => {
    const { id } = await create({ country: 'HK', postalCode: null })
    const rejection = {
      status: 400,
      code: 'BAD_REQUEST',
      details: { fields: [{ field: 'postalCode', message: 'Postal code is required' }] },
    }
    await expect(update(id, { country: 'FR' })).rejects.toMatchObject(rejection)
    expect(await update(id, { country: 'FR', postalCode: '75001' })).toMatchObject({
      country: 'FR',
    })
    await expect(update(id, { postalCode: '' })).rejects.toMatchObject(rejection)
    expect((await list()).data[0]).toMatchObject({ country: 'FR', postalCode: '75001' })
  })
})

describe('the default address', () => {
  test('is the first one, until another is chosen', async () => {
    const first = await create({ isDefault: false })
    expect(first.isDefault).toBe(true)
    const second = await create()
    expect(second.isDefault).toBe(false)
    const third = await create({ isDefault: true })
    expect(await defaults()).toEqual([third.id])
    expect((await update(second.id, { isDefault: true })).isDefault).toBe(true)
    expect(await defaults()).toEqual([second.id])
    expect((await list()).data.map(({ id }) => id)).toEqual([second.id, third.id, first.id])
  })

  test('becomes the newest other one when it is deleted or deselected', async () => {
    const [first, second, third] = [await create(), await create(), await create()]
    expect((await update(first.id, { isDefault: false })).isDefault).toBe(false)
    expect(await defaults()).toEqual([third.id])
    await remove(third.id)
    expect(await defaults()).toEqual([second.id])
    await remove(second.id)
    expect((await update(first.id, { isDefault: false })).isDefault).toBe(true)
    await remove(first.id)
    expect(await list()).toEqual({ data: [], total: 0 })
  })

  test('is exactly one after concurrent changes', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => create({ isDefault: true })))
    expect(await defaults()).toHaveLength(1)
    await Promise.all(made.map(({ id }) => update(id, { isDefault: true })))
    expect(await defaults()).toHaveLength(1)
    await Promise.all([
      ...made.slice(0, 4).map(({ id }) => remove(id)),
      ...made.slice(4).map(({ id }) => update(id, { isDefault: false })),
      create(),
    ])
    expect(await defaults()).toHaveLength(1)
    expect((await list()).total).toBe(3)
  })
})

test('an address of another shopper is not found', async () => {
  const { id } = await create()
  const mine = await list()
  const owner = headers
  headers = (await signUp(shop)).headers
  const rejection = { status: 404, code: 'ADDRESS_NOT_FOUND' }
  await expect(update(id, { city: 'Paris', isDefault: true })).rejects.toMatchObject(rejection)
  await expect(remove(id)).rejects.toMatchObject(rejection)
  expect((await list()).total).toBe(0)
  headers = owner
  expect(await list()).toEqual(mine)
})

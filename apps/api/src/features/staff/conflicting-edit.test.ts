import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProduct, asDraft, draftVariant } from '../../../test/product-drafts.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let owner: SignedUp
let manager: SignedUp
beforeAll(async () => {
  shop = await openTestShop()
  owner = await signUp(shop, { role: 'ADMIN', staffRole: 'OWNER' })
  manager = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
})
afterAll(() => shop.close())

describe('a conflicting edit', () => {
  test('is rejected with who, when, which fields, and the current state', async () => {
    const made = await addProduct(shop, manager)
    const params = { id: made.id }
    await shop.call('updateProduct', {
      headers: manager.headers,
      params,
      body: { ...asDraft(made), name: 'Theirs' },
    })
    const { data: now } = await shop.call('getStaffProduct', { headers: manager.headers, params })
    await shop.call('updateProduct', {
      headers: owner.headers,
      params,
      body: { ...asDraft(now), material: 'Silk' },
    })
    const rejection = await rejectionOf(
      shop.call('updateProduct', {
        headers: owner.headers,
        params,
        body: { ...asDraft(made), description: 'Mine' },
      }),
    )
    expect(rejection).toMatchObject({
      status: 409,
      code: 'STALE_EDIT',
      details: {
        version: 3,
        changedBy: { id: owner.userId },
        changedAt: expect.stringMatching(/^\d{4}-/),
        changedFields: ['material', 'name'],
        current: { id: made.id, version: 3, name: 'Theirs', material: 'Silk' },
      },
    })
    // Other edits can be applied to the current state.
    const { current } = rejection.details as { current: typeof made }
    const { data: merged } = await shop.call('updateProduct', {
      headers: owner.headers,
      params,
      body: { ...asDraft(current), description: 'Mine' },
    })
    expect(merged).toMatchObject({ name: 'Theirs', material: 'Silk', description: 'Mine' })
  })

  test('names who has renamed a colour of the product since', async () => {
    const colour = { name: 'Vermillion', hex: '#c88a1e' }
    await shop.call('createColor', { headers: manager.headers, body: colour })
    const made = await addProduct(shop, manager, {
      options: [{ name: 'Color', values: ['Vermillion'] }],
      variants: [draftVariant({ attributeValues: { Color: 'Vermillion' } })],
    })
    const { data: colors } = await shop.call('listColors', { headers: owner.headers })
    const { version = '' } = colors.find(({ name }) => name === 'Vermillion') ?? {}
    await shop.call('updateColor', {
      headers: owner.headers,
      params: { name: 'Vermillion' },
      body: { ...colour, name: 'Vermilion', version },
    })
    const rejection = await rejectionOf(
      shop.call('updateProduct', {
        headers: manager.headers,
        params: { id: made.id },
        body: { ...asDraft(made), description: 'Mine' },
      }),
    )
    expect(rejection).toMatchObject({
      code: 'STALE_EDIT',
      details: { changedBy: { id: owner.userId } },
    })
    expect(rejection.details?.changedFields).toContain('options')
  })

  test('of content is rejected with the current document', async () => {
    const { data } = await shop.call('getFaqDraft', { headers: manager.headers })
    const save = (document: unknown, headers = manager.headers) =>
      shop.call('saveFaq', { headers, body: { version: data.version, document } })
    const [first, ...rest] = data.document.themes
    const theirs = { themes: [{ ...first, title: 'Theirs' }, ...rest] }
    await save(theirs)
    const { details } = await rejectionOf(save(data.document, owner.headers))
    expect(details).toMatchObject({
      changedBy: { id: manager.userId },
      current: {
        document: {
          themes: expect.arrayContaining([expect.objectContaining({ title: 'Theirs' })]),
        },
      },
    })
  })

  test('omits the fields if a change is unknown', async () => {
    const made = await addProduct(shop, manager)
    await shop.ctx.db.pool.query(
      'update product set version = version + 1, material = $2 where id = $1',
      [made.id, 'Unknown'],
    )
    const { details } = await rejectionOf(
      shop.call('updateProduct', {
        headers: owner.headers,
        params: { id: made.id },
        body: asDraft(made),
      }),
    )
    expect(details).toMatchObject({ changedFields: null, current: { material: 'Unknown' } })
  })
})

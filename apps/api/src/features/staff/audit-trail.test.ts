import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBuyer, order } from '../../../test/buyers.ts'
import { stockVariants, type TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let variant: TestVariant

beforeAll(async () => {
  shop = await openTestShop()
  ;[variant] = await stockVariants(shop, 1, 10)
})
afterAll(() => shop.close())

async function entriesOf(actorId: string) {
  const { rows } = await shop.ctx.db.pool.query(
    'select call, target, input, outcome from audit_entry where actor_id = $1 order by id',
    [actorId],
  )
  return rows
}

describe('an action of staff', () => {
  test('is recorded with its outcome, even if it is rejected', async () => {
    const buyer = await makeBuyer(shop)
    const placed = await order(shop, buyer, [variant])
    const manager = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
    const params = { orderId: placed.id }
    await rejectionOf(shop.call('deliverOrder', { params, headers: manager.headers }))
    await shop.call('cancelOrder', {
      params,
      body: { reason: 'x'.repeat(500) },
      headers: manager.headers,
    })
    expect(await entriesOf(manager.userId)).toMatchObject([
      { call: 'deliverOrder', target: placed.id, outcome: 'ORDER_STATE' },
      {
        call: 'cancelOrder',
        target: placed.id,
        input: { body: { reason: 'x'.repeat(500) } },
        outcome: 'DONE',
      },
    ])
  })

  test('is recorded whatever its input contains', async () => {
    const manager = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
    const rejected = await rejectionOf(
      shop.call('deliverOrder', {
        params: { orderId: crypto.randomUUID() },
        body: { half: 'a\ud800b', '\ud800': 1, nothing: 'a\u0000b' },
        headers: manager.headers,
      }),
    )
    expect(rejected).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect(await entriesOf(manager.userId)).toMatchObject([
      { input: { body: { half: 'a\ufffdb', '\ufffd': 1, nothing: 'a\ufffdb' } } },
    ])
  })

  test('is recorded however deeply its input is nested', async () => {
    const manager = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
    const depth = 100_000
    for (const payload of [
      '['.repeat(depth) + ']'.repeat(depth),
      `${'{"a":'.repeat(depth / 4)}1${'}'.repeat(depth / 4)}`,
    ]) {
      const answer = await shop.app.inject({
        method: 'POST',
        url: `/api/admin/orders/${crypto.randomUUID()}/deliver`,
        headers: { ...manager.headers, 'content-type': 'application/json' },
        payload,
      })
      expect(answer.json().code).toBe('ORDER_NOT_FOUND')
    }
    const entries = await entriesOf(manager.userId)
    expect(entries).toHaveLength(2)
    expect(JSON.stringify(entries)).toContain('…')
  })

  test('requires the role, and is not carried out without it', async () => {
    const support = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
    const params = { orderId: crypto.randomUUID() }
    expect(
      await rejectionOf(shop.call('deliverOrder', { params, headers: support.headers })),
    ).toMatchObject({ code: 'FORBIDDEN' })
    expect(await entriesOf(support.userId)).toEqual([])
  })
})

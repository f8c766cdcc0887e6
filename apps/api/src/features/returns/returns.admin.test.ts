import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Buyer } from '../../../test/buyers.ts'
import { expectBalancedBooks } from '../../../test/ledger-assertions.ts'
import type { TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { askReturn, openReturnDesk, type ReturnDesk } from '../../../test/returns.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let desk: ReturnDesk
let buyer: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  desk = await openReturnDesk(shop)
  ;[variant] = desk.variants
})
beforeEach(async () => {
  buyer = await desk.startAfresh()
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

describe('staff', () => {
  test('find returns by state, number, order and customer', async () => {
    const { id, orderNumber } = await desk.deliver([variant])
    const asked = await askReturn(shop, buyer, id, [{ variantId: variant.id }])
    const list = async (query: Record<string, string>) =>
      (await shop.call('listReturns', { headers: desk.staff.headers, query })).data.map(
        (one) => one.id,
      )
    const queries: Record<string, string>[] = [
      { q: asked.returnNumber },
      { q: orderNumber },
      { q: buyer.email },
      { orderId: id },
      { orderId: id, status: 'REQUESTED' },
    ]
    for (const query of queries)
      expect(await list(query), JSON.stringify(query)).toEqual([asked.id])
    expect(await list({ orderId: id, status: 'REFUNDED' })).toEqual([])
    const { data } = await shop.call('countReturns', {
      headers: desk.staff.headers,
      query: { q: orderNumber },
    })
    expect(data).toMatchObject({ total: 1, byStatus: { REQUESTED: 1, APPROVED: 0 } })
  })

  test('and shopper can do with more returns at once than the database has connections for', async () => {
    const { id } = await desk.deliver([variant], { quantity: 6 })
    const asked = await Promise.all(
      Array.from({ length: 6 }, () => askReturn(shop, buyer, id, [{ variantId: variant.id }])),
    )
    const taken = await Promise.all(asked.map((one) => desk.step('approveReturn', one.id, {})))
    expect(taken.map(({ status }) => status)).toEqual(Array(6).fill('APPROVED'))
  })

  test('are named in the return and in the audit log', async () => {
    const { id } = await desk.deliver([variant])
    const asked = await askReturn(shop, buyer, id, [{ variantId: variant.id }])
    const approved = await desk.step('approveReturn', asked.id, { answer: 'Gladly.' })
    expect(approved.transitions.at(-1)).toMatchObject({
      to: 'APPROVED',
      actor: 'STAFF',
      by: { id: desk.staff.userId },
    })
    const { data } = await shop.call('listAuditEntries', {
      headers: desk.staff.headers,
      query: { target: asked.id },
    })
    expect(data).toMatchObject([
      {
        call: 'approveReturn',
        outcome: 'DONE',
        subjects: [
          {
            kind: 'RETURN',
            label: asked.returnNumber,
            path: `/returns/${asked.id}`,
            changes: { status: { before: 'REQUESTED', after: 'APPROVED' } },
          },
        ],
      },
    ])
  })
})

describe('the personal data of a return', () => {
  test('are in the export, and no text is left once the account is closed', async () => {
    const { id } = await desk.deliver([variant])
    const asked = await askReturn(shop, buyer, id, [{ variantId: variant.id }], {
      note: 'For Ada',
    })
    const { data } = await shop.call('exportMyData', { headers: buyer.headers })
    expect(data.returns).toMatchObject([{ id: asked.id, note: 'For Ada' }])
    const close = () =>
      shop.call('deleteAccount', { headers: buyer.headers, body: { password: buyer.password } })
    expect(await rejectionOf(close())).toMatchObject({
      code: 'ORDERS_UNDER_WAY',
      message: expect.stringContaining('return'),
    })
    await desk.step('declineReturn', asked.id, { answer: 'Dear Ada, it was worn.' })
    await close()
    const { rows } = await shop.ctx.db.pool.query(
      'select note, answer from return_request where id = $1',
      [asked.id],
    )
    expect(rows).toEqual([{ note: null, answer: null }])
    const { rows: mails } = await shop.ctx.db.pool.query(
      `select kind from mail where split_part(key, ' ', 1) = $1`,
      [id],
    )
    expect(mails).toEqual([])
  })
})

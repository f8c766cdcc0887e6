import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Buyer, homeAddress, makeBuyer, order } from '../../../../test/buyers.ts'
import { addCoupon } from '../../../../test/coupons.ts'
import { emailsTo } from '../../../../test/emails.ts'
import { begin, press, untilStatus } from '../../../../test/payments.ts'
import { stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { rejectionOf, rejectionsOf } from '../../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let support: SignedUp
let manager: SignedUp
let buyer: Buyer
let variant: TestVariant
let other: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  const [first, ...rest] = await stockVariants(shop, 2, 1_000)
  ;[variant, other] = [first, rest[0] ?? first]
  support = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
  manager = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
})
beforeEach(async () => {
  buyer = await makeBuyer(shop)
})
afterAll(() => shop.close())

const list = async (query: Record<string, string>) =>
  (await shop.call('listOrders', { headers: support.headers, query })).data
const get = async (orderId: string) =>
  (await shop.call('getOrder', { headers: support.headers, params: { orderId } })).data
const note = (orderId: string, text: string) =>
  shop.call('addOrderNote', { headers: support.headers, params: { orderId }, body: { text } })
const ship = (orderId: string, trackingNumber: string) =>
  shop.call('shipOrder', {
    headers: manager.headers,
    params: { orderId },
    body: { carrier: 'DHL Express', trackingNumber },
  })

describe('an order for staff', () => {
  test('contains everything the shop stores about it', async () => {
    const { code } = await addCoupon(shop)
    const placed = await order(shop, buyer, [variant, other], {
      remark: 'Ring twice',
      couponCode: code,
    })
    const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
    await press(shop, attempt, 'approve')
    await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
    await note(placed.id, 'Asked for a ribbon')
    await ship(placed.id, 'JD0146')
    await shop.call('refundOrder', {
      headers: manager.headers,
      params: { orderId: placed.id },
      body: { amount: 10, reason: 'A scratch', key: 'one' },
    })
    const isToldOfRefund = async () => {
      const { refundedAmount, emails } = await get(placed.id)
      expect([refundedAmount, emails.length]).toEqual([10, 4])
    }
    await vi.waitFor(isToldOfRefund, { timeout: 60_000 })
    const seen = await get(placed.id)
    expect(seen).toMatchObject({
      orderNumber: placed.orderNumber,
      status: 'SHIPPED',
      customer: { id: buyer.userId, email: buyer.email, isBlocked: false, orders: 1 },
      email: buyer.email,
      remark: 'Ring twice',
      totalAmount: placed.totalAmount,
      capturedAmount: placed.totalAmount,
      refundedAmount: 10,
      appliedCoupon: { code },
      address: placed.address,
      tracking: { carrier: 'DHL Express', number: 'JD0146', url: null },
      actions: ['deliver', 'correctTracking'],
    })
    expect(seen.lines.map(({ variantId }) => variantId)).toEqual([variant.id, other.id])
    const discounts = seen.lines.reduce((sum, { discount }) => sum + Math.round(discount * 100), 0)
    expect(discounts / 100).toBe(placed.couponDiscountAmount)
    expect(seen.transitions).toMatchObject([
      {
        from: null,
        to: 'PENDING',
        actor: 'SHOPPER',
        by: { id: buyer.userId, isStaff: false },
        reason: 'Placed',
      },
      { from: 'PENDING', to: 'PROCESSING', actor: 'PROVIDER', by: null, reason: 'Paid' },
      {
        from: 'PROCESSING',
        to: 'SHIPPED',
        actor: 'STAFF',
        by: { id: manager.userId, name: 'Ada', isStaff: true },
      },
    ])
    expect(seen.payments).toMatchObject([
      {
        id: attempt.paymentId,
        method: 'STRIPE',
        status: 'PARTIALLY_REFUNDED',
        providerRef: attempt.providerOrderId,
        captureRef: expect.stringMatching(/^pi_/),
        refundable: Math.round(placed.totalAmount * 100 - 1_000) / 100,
        isRefundedByProvider: true,
        review: null,
        transitions: [
          { to: 'PENDING' },
          { to: 'PAID' },
          { to: 'PARTIALLY_REFUNDED', reason: '$10.00 refunded' },
        ],
        refunds: [
          { amount: 10, status: 'SUCCEEDED', reason: 'A scratch', by: { id: manager.userId } },
        ],
      },
    ])
    expect(seen.emails.map(({ kind }) => kind).toSorted()).toEqual([
      'order-paid',
      'order-placed',
      'order-refunded',
      'order-shipped',
    ])
    expect(seen.notes).toMatchObject([{ text: 'Asked for a ribbon', by: { id: support.userId } }])
    expect(seen.movements).toMatchObject([
      { cause: 'HOLD', delta: -1 },
      { cause: 'HOLD', delta: -1 },
    ])
  })

  test.each([
    ['waits for its payment', async () => {}, ['markPaid', 'cancel', 'correctContact', 'edit']],
    ['is to be paid on delivery', (id: string) => begin(shop, buyer, id, 'COD'), ['ship', 'sendParcel', 'cancel', 'correctContact', 'edit']],
    ['is on its way, unpaid', async (id: string) => { await begin(shop, buyer, id, 'COD'); await ship(id, '1') }, ['deliver', 'collectCash', 'markRefused', 'correctTracking']],
    ['is cancelled', (id: string) => shop.call('cancelMyOrder', { headers: buyer.headers, params: { orderId: id }, body: {} }), []],
    ['is being confirmed', async (id: string) => { const attempt = await begin(shop, buyer, id, 'STRIPE'); await press(shop, attempt, 'delay'); await untilStatus(shop, buyer, attempt, { status: 'PROCESSING' }) }, ['correctContact']],
  ])('lists the available actions of one that %s', async (_title, bring, actions) => {
    const { id } = await order(shop, buyer, [variant])
    await bring(id)
    expect((await get(id)).actions).toEqual(actions)
  }) // biome-ignore format: one case a line

  test('paid by cash on delivery has no provider reference', async () => {
    const { id } = await order(shop, buyer, [variant])
    await begin(shop, buyer, id, 'COD')
    expect((await get(id)).payments).toMatchObject([{ method: 'COD', providerRef: null }])
  })

  test('of a closed account shows neither the person nor notes about them', async () => {
    const placed = await order(shop, buyer, [variant])
    await note(placed.id, `Ask ${homeAddress.fullName}`)
    await shop.call('cancelMyOrder', {
      headers: buyer.headers,
      params: { orderId: placed.id },
      body: {},
    })
    await shop.call('deleteAccount', { headers: buyer.headers, body: { password: buyer.password } })
    const seen = await get(placed.id)
    expect(seen).toMatchObject({ customer: null, email: null, emails: [], notes: [] })
    for (const secret of [buyer.email, homeAddress.fullName, homeAddress.streetAddress])
      expect(JSON.stringify(seen)).not.toContain(secret)
    expect(await list({ customerId: buyer.userId })).toMatchObject([{ email: null, name: null }])
  })

  test('that does not exist is not found', async () => {
    const nothing = crypto.randomUUID()
    for (const rejection of await rejectionsOf([get(nothing), note(nothing, 'x')]))
      expect(rejection).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND' })
  })
})

describe('a note', () => {
  test('keeps its lines, in order, with author and time', async () => {
    const { id } = await order(shop, buyer, [variant])
    const text = 'First line\n\tsecond — “quoted” 💼'
    const { data } = await note(id, `  ${text}\n`)
    expect(data).toMatchObject({ text, by: { id: support.userId, isStaff: true } })
    await note(id, 'Later')
    expect((await get(id)).notes.map((each) => each.text)).toEqual([text, 'Later'])
  })

  test.each([
    ['nothing', ''],
    ['only blanks', '   \n '],
    ['too long', 'x'.repeat(2_001)],
    ['no text', 'null\u0000'],
    ['half a character', '\ud800'],
  ])('is rejected that is %s', async (_title, text) => {
    const { id } = await order(shop, buyer, [variant])
    expect(await rejectionOf(note(id, text))).toMatchObject({ status: 400 })
  })

  test('and other texts of staff never reach the shopper', async () => {
    const placed = await order(shop, buyer, [variant])
    const params = { orderId: placed.id }
    const secret = 'SECRET OF THE HOUSE'
    await note(placed.id, secret)
    const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
    await press(shop, attempt, 'approve')
    await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
    await shop.ctx.db.pool.query(
      'update payment set review = $1, failure = $1 where order_id = $2',
      [secret, placed.id],
    )
    await shop.call('resolvePaymentReview', {
      headers: manager.headers,
      params: { ...params, paymentId: attempt.paymentId },
      body: { reason: secret },
    })
    await shop.ctx.db.pool.query('update payment set review = $1 where order_id = $2', [
      secret,
      placed.id,
    ])
    const cancelled = await shop.call('cancelOrder', {
      headers: manager.headers,
      params,
      body: { reason: secret },
    })
    const { headers } = buyer
    const answers = [
      cancelled,
      await shop.call('getMyOrder', { headers, params }),
      await shop.call('listMyOrders', { headers }),
      await shop.call('exportMyData', { headers }),
      await shop.call('getPaymentStatus', {
        headers,
        params: { providerOrderId: attempt.providerOrderId },
      }),
      await emailsTo(shop, buyer.email),
    ]
    expect(JSON.stringify(await get(placed.id)).split(secret).length - 1).toBeGreaterThanOrEqual(5)
    expect(JSON.stringify(answers)).not.toContain(secret)
    expect(JSON.stringify(answers)).not.toContain(manager.userId)
  })
})

test('texts of shoppers are returned unchanged, as JSON only', async () => {
  const script = `<img src=x onerror="alert(1)"></script><script>alert('é')</script>`
  const { data: address } = await shop.call('createAddress', {
    headers: buyer.headers,
    body: { ...homeAddress, fullName: script, streetAddress: script, city: script },
  })
  const placed = await order(shop, { ...buyer, addressId: address.id }, [variant], {
    remark: script,
  })
  await note(placed.id, script)
  const answer = await shop.app.inject({
    url: `/api/admin/orders/${placed.id}`,
    headers: support.headers,
  })
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.json().data).toMatchObject({
    remark: script,
    address: { fullName: script, city: script },
    notes: [{ text: script }],
  })
  expect(await list({ q: script.slice(0, 30) })).toMatchObject([{ id: placed.id }])
})

test('support reads orders and adds notes, but changes neither orders nor money', async () => {
  const { id: orderId } = await order(shop, buyer, [variant])
  const { headers } = support
  const params = { orderId }
  const moves = [
    shop.call('shipOrder', { headers, params, body: { carrier: 'DHL', trackingNumber: '1' } }),
    shop.call('deliverOrder', { headers, params }),
    shop.call('completeOrder', { headers, params }),
    shop.call('cancelOrder', { headers, params, body: { reason: 'No' } }),
    shop.call('refundOrder', { headers, params, body: { amount: 1, reason: 'No', key: 'k' } }),
    shop.call('markOrderPaid', { headers, params, body: { reference: 'No' } }),
    shop.call('collectCash', { headers, params }),
    shop.call('resolvePaymentReview', {
      headers,
      params: { orderId, paymentId: orderId },
      body: { reason: 'No' },
    }),
  ]
  for (const { code } of await rejectionsOf(moves)) expect(code).toBe('FORBIDDEN')
  expect((await get(orderId)).transitions).toHaveLength(1)
})

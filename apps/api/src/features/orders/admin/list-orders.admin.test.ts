import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, homeAddress, makeBuyer, order } from '../../../../test/buyers.ts'
import { expectAsManyStatements } from '../../../../test/count-statements.ts'
import { expireReservation } from '../../../../test/expire-reservations.ts'
import { begin, press, untilStatus } from '../../../../test/payments.ts'
import { stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
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

const list = async (query: Record<string, string | number>) => {
  const { data, total } = await shop.call('listOrders', { headers: support.headers, query })
  return { total, ids: data.map(({ id }) => id), rows: data }
}
/** Lists only the orders of this test's shopper. */
const listMine = (query: Record<string, string | number> = {}) =>
  list({ customerId: buyer.userId, ...query })
const ship = (orderId: string, trackingNumber: string) =>
  shop.call('shipOrder', {
    headers: manager.headers,
    params: { orderId },
    body: { carrier: 'DHL Express', trackingNumber },
  })
const setCreated = (id: string, at: string) =>
  shop.ctx.db.pool.query('update orders set created_at = $1 where id = $2', [at, id])

describe('the list', () => {
  test('finds an order by number, e-mail, name and tracking number', async () => {
    const placed = await order(shop, buyer, [variant])
    await order(shop, await makeBuyer(shop), [variant])
    await begin(shop, buyer, placed.id, 'COD')
    const tracking = `JD0${Date.now()}`
    await ship(placed.id, tracking)
    const number = placed.orderNumber
    for (const q of [
      number,
      number.toLowerCase(),
      number.slice(2),
      buyer.email.toUpperCase(),
      buyer.email.slice(3, 20),
      tracking,
    ])
      expect(await list({ q }), q).toMatchObject({ total: 1, ids: [placed.id] })
    expect((await list({ q: homeAddress.fullName.toLowerCase(), size: 100 })).ids).toContain(
      placed.id,
    )
    // Partial input while typing.
    for (const q of [number.slice(0, 4), number.slice(2, 7)])
      expect((await list({ q, size: 100 })).ids, q).toContain(placed.id)
    // SQL wildcards are matched literally.
    for (const q of ['%', '_', '\\', `${buyer.email}%`, 'no such thing', 'SV0', 'SV2147483648'])
      expect(await list({ q }), q).toEqual({ total: 0, ids: [], rows: [] })
  })

  test('finds an order by product, SKU, address, phone, remark and note', async () => {
    const sku = `SKU-${crypto.randomUUID()}`
    await shop.ctx.db.pool.query('update variant set sku = $2 where id = $1', [variant.id, sku])
    const word = crypto.randomUUID()
    const placed = await order(shop, buyer, [variant], { remark: `With a ribbon ${word}` })
    const note = `Called back ${crypto.randomUUID()}`
    const params = { orderId: placed.id }
    await shop.call('addOrderNote', { headers: support.headers, params, body: { text: note } })
    for (const q of [`RIBBON ${word}`, note.toLowerCase(), sku.toLowerCase()])
      expect((await list({ q })).ids, q).toEqual([placed.id])
    const { phoneNumber, streetAddress, city, postalCode } = homeAddress
    const { data } = await shop.call('getOrder', { headers: support.headers, params })
    for (const q of [
      phoneNumber,
      phoneNumber.replace(/\D/g, ''),
      streetAddress,
      city,
      postalCode,
      data.lines[0]?.name ?? '-',
      variant.identifier,
    ])
      expect((await listMine({ q })).ids, q).toEqual([placed.id])
  })

  test('shows what staff need at a glance', async () => {
    const placed = await order(shop, buyer, [variant, other], { quantity: 2 })
    await begin(shop, buyer, placed.id, 'COD')
    const { rows } = await listMine()
    expect(rows).toEqual([
      {
        id: placed.id,
        orderNumber: placed.orderNumber,
        status: 'PROCESSING',
        createdAt: placed.createdAt,
        email: buyer.email,
        name: homeAddress.fullName,
        country: 'US',
        quantity: 4,
        firstItem: placed.items[0]?.productName,
        totalAmount: placed.totalAmount,
        refundedAmount: 0,
        refundState: 'NONE',
        paymentMethod: 'COD',
        paymentStatus: 'PENDING',
        trackingNumber: null,
        needsReview: false,
        isGift: false,
        isWithdrawn: false,
      },
    ])
  })

  test('is filtered by state, payment, method, time and review', async () => {
    const [pending, onDelivery, paid, failed, cancelled] = (await Promise.all(
      Array.from({ length: 5 }, async () => (await order(shop, buyer, [variant])).id),
    )) as [string, string, string, string, string]
    await begin(shop, buyer, onDelivery, 'COD')
    const attempt = await begin(shop, buyer, paid, 'STRIPE')
    await press(shop, attempt, 'approve')
    await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
    const declined = await begin(shop, buyer, failed, 'STRIPE')
    await shop.ctx.db.pool.query(
      `update payment set status = 'FAILED', review = 'Look' where id = $1`,
      [declined.paymentId],
    )
    await shop.call('cancelMyOrder', {
      headers: buyer.headers,
      params: { orderId: cancelled },
      body: {},
    })
    // Midnight in Paris, the shop's time zone.
    await setCreated(pending, '2026-03-01T22:59:59.999Z')
    await setCreated(cancelled, '2026-03-01T23:00:00Z')
    const ids = async (query: Record<string, string>) => (await listMine(query)).ids.toSorted()
    expect(await ids({ status: 'PENDING' })).toEqual([pending, failed].toSorted())
    expect(await ids({ status: 'CANCELLED' })).toEqual([cancelled])
    expect(await ids({ paymentStatus: 'PAID' })).toEqual([paid])
    expect(await ids({ paymentStatus: 'PENDING' })).toEqual([onDelivery])
    expect(await ids({ method: 'STRIPE' })).toEqual([paid, failed].toSorted())
    expect(await ids({ method: 'STRIPE', paymentStatus: 'FAILED' })).toEqual([failed])
    expect(await ids({ method: 'COD', paymentStatus: 'PAID' })).toEqual([])
    expect(await ids({ from: '2026-03-01', until: '2026-03-01' })).toEqual([pending])
    expect(await ids({ from: '2026-03-02', until: '2026-03-02' })).toEqual([cancelled])
    expect(await ids({ needsReview: 'true' })).toEqual([failed])
    expect(
      await ids({ status: '', paymentStatus: '', from: '', q: '', needsReview: '' }),
    ).toHaveLength(5)
  })

  test('interprets days in the shop’s time zone, including those of 23 and 25 hours, and instants as they are', async () => {
    const { id } = await order(shop, buyer, [variant])
    const isFound = async (at: string, query: Record<string, string>) => {
      await setCreated(id, at)
      return (await listMine(query)).total === 1
    }
    const day = (from: string) => ({ from, until: from })
    for (const [name, first, last, before, after] of [
      [
        '2026-03-29',
        '2026-03-28T23:00:00Z',
        '2026-03-29T21:59:59.999Z',
        '2026-03-28T22:59:59.999Z',
        '2026-03-29T22:00:00Z',
      ],
      [
        '2026-10-25',
        '2026-10-24T22:00:00Z',
        '2026-10-25T22:59:59.999Z',
        '2026-10-24T21:59:59.999Z',
        '2026-10-25T23:00:00Z',
      ],
    ] as const) {
      for (const at of [first, last]) expect(await isFound(at, day(name)), at).toBe(true)
      for (const at of [before, after]) expect(await isFound(at, day(name)), at).toBe(false)
    }
    const instants = { from: '2026-10-25T00:30:00+02:00', until: '2026-10-24T22:30:00Z' }
    expect(await isFound('2026-10-24T22:30:00Z', instants)).toBe(true)
    expect(await isFound('2026-10-24T22:29:59Z', instants)).toBe(false)
  })

  test('uses the relevant payment: a paid attempt outweighs a later failed one', async () => {
    const { id } = await order(shop, buyer, [variant])
    const attempt = await begin(shop, buyer, id, 'STRIPE')
    await press(shop, attempt, 'approve')
    await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
    await shop.ctx.db.pool.query(
      `insert into payment (id, order_id, attempt, method, status, amount_cents, created_at)
      values ($1, $2, 2, 'PAYPAL', 'FAILED', 1, now())`,
      [crypto.randomUUID(), id],
    )
    expect((await listMine({ paymentStatus: 'PAID' })).ids).toEqual([id])
    expect((await listMine({ paymentStatus: 'FAILED' })).ids).toEqual([])
    expect((await listMine()).rows).toMatchObject([
      { paymentMethod: 'STRIPE', paymentStatus: 'PAID' },
    ])
  })

  test.each(['createdAt', 'totalAmount'])(
    'sorted by %s shows each order once across pages',
    async (sort) => {
      const placed = await Promise.all(
        Array.from({ length: 7 }, (_, index) =>
          order(shop, buyer, [variant], { quantity: 1 + (index % 2) }),
        ),
      )
      for (const { id } of placed) await setCreated(id, '2026-05-01T00:00:00Z')
      for (const direction of ['asc', 'desc']) {
        const pages = [1, 2, 3, 4].map((page) =>
          listMine({ sort, order: direction, size: 2, page }),
        )
        const seen = (await Promise.all(pages)).flatMap(({ ids }) => ids)
        expect(seen.toSorted()).toEqual(placed.map(({ id }) => id).toSorted())
        const whole = await listMine({ sort, order: direction })
        expect(seen).toEqual(whole.ids)
        const totals = whole.rows.map(({ totalAmount }) => totalAmount)
        const sorted = totals.toSorted((a, b) => (direction === 'asc' ? a - b : b - a))
        if (sort === 'totalAmount') expect(totals).toEqual(sorted)
      }
    },
  )

  test('takes as many queries for a hundred orders as for one', async () => {
    await expectAsManyStatements(
      () => list({ size: 1 }),
      () => list({ size: 100 }),
    )
  })

  test('counts the orders of each state', async () => {
    const before = (await shop.call('countOrders', { headers: support.headers })).data
    await order(shop, buyer, [variant])
    const expired = await order(shop, buyer, [variant])
    await expireReservation(shop, expired.id)
    const { data } = await shop.call('countOrders', { headers: support.headers })
    expect(data.byStatus).toEqual({
      ...before.byStatus,
      PENDING: before.byStatus.PENDING + 1,
      UNPAID: before.byStatus.UNPAID + 1,
    })
    expect(data).toMatchObject({ total: before.total + 2, needsReview: before.needsReview })
  })
})

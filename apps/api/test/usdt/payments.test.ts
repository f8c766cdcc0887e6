import { describe, expect, it } from 'vitest'
import { makeBuyer, order } from '../buyers.ts'
import { attemptsOf, begin, press, untilStatus } from '../payments.ts'
import { rejectionOf } from '../rejection.ts'
import { signUp } from '../sign-up.ts'
import { openTestShop } from '../test-shop.ts'
import { confirmations, patience, usdtOn, withUsdtShop } from './usdt-shop.ts'

const usdt = withUsdtShop()

describe('an attempt to pay in USDT', () => {
  it('shows the address and the amount to send, and a link that opens a wallet', async () => {
    const { placed, started, page, address } = await usdt.begin()
    const due = placed.totalAmount
    expect(started.approvalUrl).toBe(`http://localhost:3000/order/pay/${started.paymentId}`)
    expect(started.providerOrderId).toBe(address)
    expect(await page()).toMatchObject({
      orderId: placed.id,
      orderNumber: placed.orderNumber,
      status: 'PENDING',
      network: 'Chain 31337',
      chainId: 31_337,
      tokenSymbol: 'USDT',
      amountDue: String(due),
      amountReceived: '0',
      amountMissing: String(due),
      confirmations: 0,
      confirmationsNeeded: confirmations,
      paymentUri: expect.stringMatching(
        new RegExp(`^ethereum:0x\\w{40}@31337/transfer\\?address=${address}&uint256=\\d+0000$`),
      ),
      testWalletUrl: null,
    })
  })

  it('has its own address, and keeps it when it is started again', async () => {
    const [one, other] = [await usdt.begin(), await usdt.begin()]
    expect(one.address).not.toBe(other.address)
    expect(await usdt.pay(one.buyer, one.placed.id)).toEqual(one.started)
  })

  it('is the shopper’s alone', async () => {
    const { started } = await usdt.begin()
    const { headers } = await makeBuyer(usdt.shop)
    const params = { paymentId: started.paymentId }
    expect(await rejectionOf(usdt.shop.call('getUsdtPayment', { headers, params }))).toMatchObject({
      status: 404,
      code: 'PAYMENT_NOT_FOUND',
    })
  })

  it('does not start while the chain is unavailable: nobody would notice the transfer', async () => {
    const buyer = await makeBuyer(usdt.shop)
    const placed = await order(usdt.shop, buyer, [usdt.variant])
    usdt.chain.node.isAway = true
    expect(await rejectionOf(usdt.pay(buyer, placed.id))).toMatchObject({ code: 'PAYMENT_FAILED' })
    usdt.chain.node.isAway = false
    expect((await usdt.pay(buyer, placed.id)).approvalUrl).toContain('/order/pay/')
  })
})

describe('the exact amount', () => {
  it('is seen at once and pays the order when enough blocks follow', async () => {
    const { address, due, page, orderStatus } = await usdt.begin()
    await usdt.chain.send(address, due)
    await usdt.look()
    expect(await page()).toMatchObject({
      status: 'PROCESSING',
      amountReceived: String(due),
      amountMissing: '0',
      confirmations: 1,
    })
    await usdt.chain.mine(confirmations - 2)
    await usdt.look()
    expect(await page()).toMatchObject({ status: 'PROCESSING', confirmations: confirmations - 1 })
    expect(await orderStatus()).toBe('PENDING')
    await usdt.chain.mine(1)
    await usdt.look()
    expect(await page()).toMatchObject({ status: 'PAID', confirmations })
    await expect.poll(orderStatus, patience).toBe('PROCESSING')
  })

  it('is found by a status request, without waiting for the next poll', async () => {
    const { address, due, buyer, started } = await usdt.begin()
    await usdt.chain.send(address, due)
    await usdt.chain.mine(confirmations)
    const { data } = await usdt.shop.call('getPaymentStatus', {
      headers: buyer.headers,
      params: { providerOrderId: started.providerOrderId },
      query: { check: true },
    })
    expect(data).toMatchObject({ status: 'PAID', orderStatus: 'PROCESSING' })
  })

  it('pays each of two orders that are paid in one block', async () => {
    const [one, other] = [await usdt.begin(), await usdt.begin()]
    await usdt.chain.sendTogether([
      { to: one.address, dollars: one.due },
      { to: other.address, dollars: other.due },
    ])
    await usdt.confirm()
    expect((await one.page()).status).toBe('PAID')
    expect((await other.page()).status).toBe('PAID')
  })

  it('is settled once, however many processes look', async () => {
    const { address, due, started } = await usdt.begin()
    const beside = await openTestShop({ beside: usdt.shop, settings: usdtOn(usdt.chain) })
    await usdt.chain.send(address, due)
    await usdt.chain.mine(confirmations)
    await Promise.all([usdt.look(), usdt.look(beside), usdt.look(), usdt.look(beside)])
    await beside.close()
    const { rows } = await usdt.shop.ctx.db.pool.query(
      'select to_status from payment_transition where payment_id = $1 order by id',
      [started.paymentId],
    )
    expect(rows.map(({ to_status }) => to_status)).toEqual(['PENDING', 'PAID'])
  })

  it('of another token is nothing', async () => {
    const { address, due, page } = await usdt.begin()
    await usdt.chain.sendOther(address, due)
    await usdt.confirm()
    expect(await page()).toMatchObject({ status: 'PENDING', amountReceived: '0' })
  })
})

describe('too little', () => {
  it('keeps the reservation, says what is missing, and is topped up', async () => {
    const { address, due, page, orderStatus } = await usdt.begin()
    await usdt.chain.send(address, due - 50.25)
    await usdt.confirm()
    expect(await page()).toMatchObject({
      status: 'PROCESSING',
      amountReceived: String(due - 50.25),
      amountMissing: '50.25',
      paymentUri: expect.stringMatching(/uint256=50250000$/),
    })
    await usdt.expireOrders(orderStatus, 'PENDING')
    await usdt.chain.send(address, 50.25)
    await usdt.confirm()
    expect(await page()).toMatchObject({ status: 'PAID', amountMissing: '0' })
  })

  it('is for staff to look at once the time is over', async () => {
    const { buyer, placed, address, due, page, review } = await usdt.begin()
    const tellsShopper = async () => {
      const { headers } = buyer
      const params = { orderId: placed.id }
      const { data } = await usdt.shop.call('getMyOrder', { headers, params })
      return data.isPaymentInReview
    }
    await usdt.chain.send(address, due - 100)
    await usdt.confirm()
    expect(await review()).toBeNull()
    expect(await tellsShopper()).toBe(false)
    await usdt.later(180, usdt.look)
    expect(await review()).toBe(`Only $${(due - 100).toFixed(2)} came in time`)
    expect(await tellsShopper()).toBe(true)
    await usdt.chain.send(address, 100)
    await usdt.confirm()
    expect(await page()).toMatchObject({ status: 'PAID' })
    expect(await review()).toBeNull()
    expect(await tellsShopper()).toBe(false)
  })

  it('by a cent is enough', async () => {
    const { address, due, page } = await usdt.begin()
    await usdt.chain.send(address, due - 0.01)
    await usdt.confirm()
    expect(await page()).toMatchObject({ status: 'PAID', amountMissing: '0' })
  })
})

describe('too much', () => {
  it('pays, and is for staff to look at', async () => {
    const { address, due, page, review } = await usdt.begin()
    await usdt.chain.send(address, due + 20)
    await usdt.confirm()
    expect((await page()).status).toBe('PAID')
    expect(await review()).toBe('$20.00 more than due came')
  })

  it('is noticed also when it comes after the order is paid', async () => {
    const { address, due, page, review, capturedCents } = await usdt.begin()
    await usdt.chain.send(address, due)
    await usdt.confirm()
    await usdt.chain.send(address, due)
    await usdt.confirm()
    expect(await review()).toBe(`$${due.toFixed(2)} received after the payment was settled`)
    expect(await capturedCents()).toBe(Math.round(due * 200))
    expect((await page()).status).toBe('PAID')
  })
})

describe('late money', () => {
  it('pays an expired order when the items are still in stock', async () => {
    const { address, due, page, orderStatus } = await usdt.begin()
    await usdt.expireOrders(orderStatus, 'UNPAID')
    expect((await page()).status).toBe('FAILED')
    await usdt.chain.send(address, due)
    await usdt.confirm()
    expect((await page()).status).toBe('PAID')
    await expect.poll(orderStatus, patience).toBe('PROCESSING')
  })

  it('is looked for until it is final, however late that is', async () => {
    const { address, due, page } = await usdt.begin()
    await usdt.chain.send(address, due)
    await usdt.look()
    await usdt.later(91 * 24 * 60, usdt.confirm)
    expect((await page()).status).toBe('PAID')
  })

  it('is not looked for for ever', async () => {
    const { address, due, page } = await usdt.begin()
    await usdt.look()
    await usdt.chain.send(address, due)
    await usdt.later(91 * 24 * 60, usdt.confirm)
    expect((await page()).amountReceived).toBe('0')
  })
})

describe('money for an order that is paid another way', () => {
  it('is on delivery no more: the courier asks for nothing', async () => {
    const { address, due, buyer, placed, orderStatus } = await usdt.begin()
    await begin(usdt.shop, buyer, placed.id, 'COD')
    expect(await orderStatus()).toBe('PROCESSING')
    await usdt.chain.send(address, due)
    await usdt.confirm()
    await expect
      .poll(() => attemptsOf(usdt.shop, placed.id), patience)
      .toMatchObject([
        { method: 'USDT', status: 'PAID' },
        { method: 'COD', status: 'FAILED' },
      ])
    const params = { orderId: placed.id }
    const { data } = await usdt.shop.call('getMyOrder', { headers: buyer.headers, params })
    expect(data).toMatchObject({ status: 'PROCESSING', paymentMethod: 'USDT' })
  })

  it('is refunded manually, and does not count as payment of the order', async () => {
    const { address, due, buyer, placed, review } = await usdt.begin()
    const card = await begin(usdt.shop, buyer, placed.id, 'STRIPE')
    await press(usdt.shop, card, 'approve')
    await untilStatus(usdt.shop, buyer, card, { status: 'PAID', orderStatus: 'PROCESSING' })
    await usdt.chain.send(address, due)
    await usdt.confirm()
    expect(await review()).toBe('To be paid back by hand')
    const params = { orderId: placed.id }
    const seen = await usdt.shop.call('getMyOrder', { headers: buyer.headers, params })
    expect(seen.data).toMatchObject({
      ...{ paymentMethod: 'STRIPE', paymentStatus: 'PAID', canCancel: true, refundedAmount: 0 },
    })

    const { headers } = await signUp(usdt.shop, { role: 'ADMIN' })
    const refund = (body: { amount: number; paymentId?: string }) => {
      const key = crypto.randomUUID()
      return usdt.shop.call('refundOrder', {
        ...{ headers, params },
        body: { reason: '0x5e', key, ...body },
      })
    }
    await refund({ amount: due })
    expect(await attemptsOf(usdt.shop, placed.id)).toMatchObject([
      { method: 'USDT', status: 'REFUNDED', review: null },
      { method: 'STRIPE', status: 'PAID', refunded_cents: 0 },
    ])
    await refund({ amount: 5, paymentId: card.paymentId })
    await untilStatus(usdt.shop, buyer, card, { status: 'PARTIALLY_REFUNDED' })
    const nobodys = { amount: 5, paymentId: crypto.randomUUID() }
    expect(await rejectionOf(refund(nobodys))).toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
  })

  it('goes back with the rest when the order is cancelled meanwhile', async () => {
    const { address, due, buyer, placed } = await usdt.begin()
    const card = await begin(usdt.shop, buyer, placed.id, 'STRIPE')
    await press(usdt.shop, card, 'approve')
    await untilStatus(usdt.shop, buyer, card, { status: 'PAID', orderStatus: 'PROCESSING' })
    await usdt.chain.send(address, due)
    await usdt.confirm()
    const params = { orderId: placed.id }
    await usdt.shop.call('cancelMyOrder', { headers: buyer.headers, params, body: {} })
    await untilStatus(usdt.shop, buyer, card, { status: 'REFUNDED', orderStatus: 'CANCELLED' })
    expect(await attemptsOf(usdt.shop, placed.id)).toMatchObject([
      { method: 'USDT', review: 'To be paid back by hand' },
      { method: 'STRIPE', status: 'REFUNDED' },
    ])
  })
})

describe('money that is to go back', () => {
  it('is sent by staff, who record the transaction', async () => {
    const { address, due, buyer, placed, review, orderStatus } = await usdt.begin()
    await usdt.chain.send(address, due)
    await usdt.confirm()
    await expect.poll(orderStatus, patience).toBe('PROCESSING')
    const params = { orderId: placed.id }
    await usdt.shop.call('cancelMyOrder', { headers: buyer.headers, params, body: {} })
    expect(await review()).toBe('To be paid back by hand')
    const { headers } = await signUp(usdt.shop, { role: 'ADMIN' })
    const hash = `0x${'5e'.repeat(32)}`
    const body = { amount: due, reason: hash, key: 'by hand' }
    const { data } = await usdt.shop.call('refundOrder', { headers, params, body })
    expect(data).toMatchObject({ refundedAmount: due, paymentStatus: 'REFUNDED' })
    expect(await review()).toBeNull()
    const { rows } = await usdt.shop.ctx.db.pool.query(
      `select r.status, r.provider_ref from refund r join payment p on p.id = r.payment_id
       where p.order_id = $1`,
      [placed.id],
    )
    expect(rows).toEqual([{ status: 'SUCCEEDED', provider_ref: hash }])
  })
})

describe('money for a cancelled order', () => {
  it('must all be refunded manually, however many transfers arrive', async () => {
    const { address, due, buyer, placed, started, review, capturedCents } = await usdt.begin()
    const params = { orderId: placed.id }
    await usdt.shop.call('cancelMyOrder', { headers: buyer.headers, params, body: {} })
    const toPayBack = async () => {
      const { rows } = await usdt.shop.ctx.db.pool.query(
        `select coalesce(sum(amount_cents), 0)::int as cents from refund
         where payment_id = $1 and status = 'PENDING'`,
        [started.paymentId],
      )
      return rows[0].cents
    }
    for (const dollars of [40, due - 40, 25]) {
      await usdt.chain.send(address, dollars)
      await usdt.confirm()
      await expect.poll(toPayBack, patience).toBe(await capturedCents())
      expect(await review()).toBe('To be paid back by hand')
    }
    expect(await capturedCents()).toBe(Math.round((due + 25) * 100))

    // It is in review until the last of it has gone back.
    const { headers } = await signUp(usdt.shop, { role: 'ADMIN' })
    for (const [part, amount] of [40, due - 40, 25].entries()) {
      expect(await review()).toBe('To be paid back by hand')
      const body = { amount, reason: `0x5e${part}`, key: `part ${part}` }
      await usdt.shop.call('refundOrder', { headers, params, body })
    }
    expect(await review()).toBeNull()
    expect(await toPayBack()).toBe(0)
  })
})

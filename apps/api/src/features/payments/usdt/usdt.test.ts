import type { UsdtPayment } from '@solvane/contract/payments'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { stockPieces, type TestPiece } from '../../../../test/pieces.ts'
import { refusalOf } from '../../../../test/refusal.ts'
import { openTestChain, type TestChain } from '../../../../test/test-chain.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'
import { lapseOrders } from '../../orders/end-due-orders.ts'
import { findUsdt } from './usdt-provider.ts'
import { settleTransfers } from './watch-payments.ts'

/** Of an account that nobody has the key of. */
const xpub =
  'xpub6C7mk13tB7X64uaXFfimQ5Mhm7q1ugLEyJAx9Lwnuos7hVvuHy5tYineguFtA37tUdzp9ymgnLPtNhasExW1qXSisHCQLPtTD1r7abrQtgd'
const confirmations = 4

let shop: TestShop
let chain: TestChain
let piece: TestPiece

const usdtOf = (from: TestChain, more: Record<string, string> = {}) => ({
  USDT_XPUB: xpub,
  USDT_RPC_URL: from.rpcUrl,
  USDT_CHAIN_ID: String(from.chainId),
  USDT_TOKEN_ADDRESS: from.tokenAddress,
  USDT_CONFIRMATIONS: String(confirmations),
  ...more,
})

beforeAll(async () => {
  chain = await openTestChain()
  shop = await openTestShop({ settings: usdtOf(chain) })
  piece = (await stockPieces(shop, 1, 1_000))[0]
})
afterAll(async () => {
  await shop.close()
  await chain.close()
})
beforeEach(() => {
  Object.assign(chain.node, { isAway: false, isForgetful: false, mostBlocks: Infinity })
})

/** An order that is to be paid in USDT: how to look at it, and what is due. */
async function begin(from: TestShop = shop) {
  const buyer = await makeBuyer(from)
  const placed = await order(from, buyer, [piece])
  const started = await pay(buyer, placed.id, from)
  const { paymentId } = started
  const page = async (): Promise<UsdtPayment> =>
    (await from.call('getUsdtPayment', { headers: buyer.headers, params: { paymentId } })).data
  const { address, amountDue } = await page()
  const orderStatus = async () =>
    (await from.call('getMyOrder', { headers: buyer.headers, params: { orderId: placed.id } })).data
      .status
  return { buyer, placed, started, page, address, due: Number(amountDue), orderStatus }
}

async function pay(buyer: Buyer, orderId: string, from: TestShop = shop) {
  const input = {
    headers: buyer.headers,
    params: { orderId },
    body: { paymentMethod: 'USDT' },
  }
  return (await from.call('initiatePayment', input)).data
}

/** What every process that does jobs does every few seconds. */
async function look(at: TestShop = shop): Promise<void> {
  const usdt = findUsdt(at.ctx.payments)
  if (!usdt) throw new Error('USDT is not taken')
  await settleTransfers(at.ctx, usdt)
}

/** Does something so many minutes from now. */
async function later(minutes: number, act: () => Promise<void>): Promise<void> {
  shop.setTime(new Date(Date.now() + minutes * 60_000))
  try {
    await act()
  } finally {
    shop.setTime(new Date())
  }
}

async function confirm(): Promise<void> {
  await chain.mine(confirmations)
  await look()
}

const review = async (paymentId: string): Promise<string | null> =>
  (await shop.ctx.db.pool.query('select review from payment where id = $1', [paymentId])).rows[0]
    .review

describe('an attempt to pay in USDT', () => {
  it('tells where to send how much, and how wallets open that', async () => {
    const { placed, started, page, address } = await begin()
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

  it('has an address of its own, and keeps it when it is begun again', async () => {
    const [one, other] = [await begin(), await begin()]
    expect(one.address).not.toBe(other.address)
    expect(await pay(one.buyer, one.placed.id)).toEqual(one.started)
  })

  it('is the shopper’s alone', async () => {
    const { started } = await begin()
    const { headers } = await makeBuyer(shop)
    const params = { paymentId: started.paymentId }
    expect(await refusalOf(shop.call('getUsdtPayment', { headers, params }))).toMatchObject({
      status: 404,
      code: 'PAYMENT_NOT_FOUND',
    })
  })

  it('does not begin while the chain cannot be asked: nobody would see the money come', async () => {
    const buyer = await makeBuyer(shop)
    const placed = await order(shop, buyer, [piece])
    chain.node.isAway = true
    expect(await refusalOf(pay(buyer, placed.id))).toMatchObject({ code: 'PAYMENT_FAILED' })
    chain.node.isAway = false
    expect((await pay(buyer, placed.id)).approvalUrl).toContain('/order/pay/')
  })
})

describe('the exact amount', () => {
  it('is seen at once and pays the order when enough blocks follow', async () => {
    const { address, due, page, orderStatus } = await begin()
    await chain.send(address, due)
    await look()
    expect(await page()).toMatchObject({
      status: 'PROCESSING',
      amountReceived: String(due),
      amountMissing: '0',
      confirmations: 1,
    })
    await chain.mine(confirmations - 2)
    await look()
    expect(await page()).toMatchObject({ status: 'PROCESSING', confirmations: confirmations - 1 })
    expect(await orderStatus()).toBe('PENDING')
    await chain.mine(1)
    await look()
    expect(await page()).toMatchObject({ status: 'PAID', confirmations })
    await expect.poll(orderStatus).toBe('PROCESSING')
  })

  it('is found by who asks, without waiting for the next look', async () => {
    const { address, due, buyer, started } = await begin()
    await chain.send(address, due)
    await chain.mine(confirmations)
    const { data } = await shop.call('getPaymentStatus', {
      headers: buyer.headers,
      params: { providerOrderId: started.providerOrderId },
      query: { check: true },
    })
    expect(data).toMatchObject({ status: 'PAID', orderStatus: 'PROCESSING' })
  })

  it('pays each of two orders that are paid in one block', async () => {
    const [one, other] = [await begin(), await begin()]
    await chain.sendTogether([
      { to: one.address, dollars: one.due },
      { to: other.address, dollars: other.due },
    ])
    await confirm()
    expect((await one.page()).status).toBe('PAID')
    expect((await other.page()).status).toBe('PAID')
  })

  it('is settled once, however many processes look', async () => {
    const { address, due, started } = await begin()
    const beside = await openTestShop({ beside: shop, settings: usdtOf(chain) })
    await chain.send(address, due)
    await chain.mine(confirmations)
    await Promise.all([look(), look(beside), look(), look(beside)])
    await beside.close()
    const { rows } = await shop.ctx.db.pool.query(
      'select to_status from payment_transition where payment_id = $1 order by id',
      [started.paymentId],
    )
    expect(rows.map(({ to_status }) => to_status)).toEqual(['PENDING', 'PAID'])
  })

  it('of another token is nothing', async () => {
    const { address, due, page } = await begin()
    await chain.sendOther(address, due)
    await confirm()
    expect(await page()).toMatchObject({ status: 'PENDING', amountReceived: '0' })
  })
})

describe('too little', () => {
  it('keeps the pieces, says what is missing, and is topped up', async () => {
    const { address, due, page, orderStatus } = await begin()
    await chain.send(address, due - 50.25)
    await confirm()
    expect(await page()).toMatchObject({
      status: 'PROCESSING',
      amountReceived: String(due - 50.25),
      amountMissing: '50.25',
      paymentUri: expect.stringMatching(/uint256=50250000$/),
    })
    await later(120, () => lapseOrders(shop.ctx))
    expect(await orderStatus()).toBe('PENDING')
    await chain.send(address, 50.25)
    await confirm()
    expect(await page()).toMatchObject({ status: 'PAID', amountMissing: '0' })
  })

  it('is for staff to look at once the time is over', async () => {
    const { address, due, page, started } = await begin()
    await chain.send(address, due - 100)
    await confirm()
    expect(await review(started.paymentId)).toBeNull()
    await later(180, look)
    expect(await review(started.paymentId)).toBe(`Only $${(due - 100).toFixed(2)} came in time`)
    await chain.send(address, 100)
    await confirm()
    expect(await page()).toMatchObject({ status: 'PAID' })
    expect(await review(started.paymentId)).toBeNull()
  })

  it('by a cent is enough', async () => {
    const { address, due, page } = await begin()
    await chain.send(address, due - 0.01)
    await confirm()
    expect(await page()).toMatchObject({ status: 'PAID', amountMissing: '0' })
  })
})

describe('too much', () => {
  it('pays, and is for staff to look at', async () => {
    const { address, due, page, started } = await begin()
    await chain.send(address, due + 20)
    await confirm()
    expect((await page()).status).toBe('PAID')
    expect(await review(started.paymentId)).toBe('$20.00 more than due came')
  })

  it('is noticed also when it comes after the order is paid', async () => {
    const { address, due, started } = await begin()
    await chain.send(address, due)
    await confirm()
    await chain.send(address, due)
    await confirm()
    expect(await review(started.paymentId)).toBe(
      `$${due.toFixed(2)} more came after it was settled`,
    )
    const { rows } = await shop.ctx.db.pool.query(
      'select captured_cents, status from payment where id = $1',
      [started.paymentId],
    )
    expect(rows).toEqual([{ captured_cents: Math.round(due * 200), status: 'PAID' }])
  })
})

describe('late money', () => {
  it('pays an order that had lapsed, when the pieces are still there', async () => {
    const { address, due, page, orderStatus } = await begin()
    await later(120, () => lapseOrders(shop.ctx))
    expect(await orderStatus()).toBe('UNPAID')
    expect((await page()).status).toBe('FAILED')
    await chain.send(address, due)
    await confirm()
    expect((await page()).status).toBe('PAID')
    await expect.poll(orderStatus).toBe('PROCESSING')
  })

  it('is not looked for for ever', async () => {
    const { address, due, page } = await begin()
    await look()
    await chain.send(address, due)
    await later(91 * 24 * 60, confirm)
    expect((await page()).amountReceived).toBe('0')
  })
})

describe('the chain', () => {
  it('takes back what it had not confirmed, and brings it again', async () => {
    const { address, due, page } = await begin()
    const undo = await chain.mark()
    await chain.send(address, due)
    await look()
    expect((await page()).amountReceived).toBe(String(due))
    await undo()
    await chain.mine(2)
    await look()
    expect(await page()).toMatchObject({ status: 'PROCESSING', amountReceived: '0' })
    await chain.send(address, due)
    await confirm()
    expect(await page()).toMatchObject({ status: 'PAID', amountReceived: String(due) })
  })

  it('moves a transfer to an earlier block that had been read without it', async () => {
    const { address, due, page } = await begin()
    const undo = await chain.mark()
    await chain.mine(2)
    await chain.send(address, due)
    await look()
    await undo()
    await chain.send(address, due)
    await chain.mine(4)
    await look()
    expect(await page()).toMatchObject({ status: 'PAID', amountReceived: String(due) })
  })

  it('ends an attempt whose money it has taken back for good', async () => {
    const { address, due, page, orderStatus } = await begin()
    const undo = await chain.mark()
    await chain.send(address, due)
    await look()
    await undo()
    await chain.mine(1)
    await later(120, () => lapseOrders(shop.ctx))
    expect((await page()).status).toBe('FAILED')
    expect(await orderStatus()).toBe('UNPAID')
  })

  it('is read from where it was left when its node was away for hours', async () => {
    const { address, due, page, orderStatus } = await begin()
    await look()
    chain.node.isAway = true
    await chain.mine(200)
    await chain.send(address, due)
    await chain.mine(900)
    const failure = await look().catch(String)
    expect(failure).toContain('The chain gives no answer')
    // The address of a node holds its key.
    expect(failure).not.toContain(new URL(chain.rpcUrl).port)
    await later(120, () => lapseOrders(shop.ctx))
    expect(await orderStatus()).toBe('PENDING')
    chain.node.isAway = false
    chain.node.mostBlocks = 64
    await look()
    expect((await page()).status).toBe('PAID')
    await expect.poll(orderStatus).toBe('PROCESSING')
  })

  it('is not believed when its node leaves out what is there', async () => {
    const { address, due, page } = await begin()
    await chain.send(address, due)
    await look()
    chain.node.isForgetful = true
    await chain.mine(confirmations)
    await expect(look()).rejects.toThrow('leaves out transfers')
    expect(await page()).toMatchObject({ status: 'PROCESSING', amountReceived: String(due) })
    chain.node.isForgetful = false
    await look()
    expect((await page()).status).toBe('PAID')
  })

  it('is not asked while no address is watched', async () => {
    const quiet = await openTestShop({ settings: usdtOf(chain) })
    chain.node.asked = []
    await look(quiet)
    expect(chain.node.asked).toEqual([])
    await quiet.close()
  })

  it('must be the one that the settings name', async () => {
    const wrong = await openTestShop({
      beside: shop,
      settings: usdtOf(chain, { USDT_CHAIN_ID: '1' }),
    })
    await expect(findUsdt(wrong.ctx.payments)?.catchUp()).resolves.toBe('read')
    const buyer = await makeBuyer(wrong)
    const placed = await order(wrong, buyer, [piece])
    expect((await refusalOf(pay(buyer, placed.id, wrong))).code).toBe('PAYMENT_FAILED')
    await wrong.close()
  })
})

describe('settings with a slip in them', () => {
  it.each([
    [{ USDT_XPUB: xpub.replace('Ffim', 'FfiM') }, 'USDT_XPUB has a slip in it'],
    [
      { USDT_TOKEN_ADDRESS: '0xdAC17F958D2ee523a2206206994597C13D831eC7' },
      'USDT_TOKEN_ADDRESS has a slip in it',
    ],
  ])('%o stop the shop from starting', async (settings, sentence) => {
    await expect(openTestShop({ beside: shop, settings: usdtOf(chain, settings) })).rejects.toThrow(
      sentence,
    )
  })
})

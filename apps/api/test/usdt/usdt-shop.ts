import type { OrderStatus } from '@solvane/contract/orders'
import type { UsdtPayment } from '@solvane/contract/payments'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { findUsdt } from '../../src/features/payments/usdt/usdt-provider.ts'
import { settleTransfers } from '../../src/features/payments/usdt/watch-payments.ts'
import { type Buyer, makeBuyer, order } from '../buyers.ts'
import { sweepReservations } from '../expire-reservations.ts'
import { begin } from '../payments.ts'
import { stockVariants, type TestVariant } from '../product-factory.ts'
import { openTestShop, type TestShop } from '../test-shop.ts'
import { openTestChain, type TestChain } from './test-chain.ts'

/** The public key of an account whose private key nobody has. */
const xpub =
  'xpub6C7mk13tB7X64uaXFfimQ5Mhm7q1ugLEyJAx9Lwnuos7hVvuHy5tYineguFtA37tUdzp9ymgnLPtNhasExW1qXSisHCQLPtTD1r7abrQtgd'

/** Blocks that make a transfer final here. */
export const confirmations = 4

/** Long enough for a busy machine. */
export const patience = { timeout: 60_000, interval: 50 }

/** The settings of a shop that takes USDT on a chain. */
export function usdtOn(chain: TestChain) {
  return {
    USDT_XPUB: xpub,
    USDT_RPC_URL: chain.rpcUrl,
    USDT_CHAIN_ID: String(chain.chainId),
    USDT_TOKEN_ADDRESS: chain.tokenAddress,
    USDT_CONFIRMATIONS: String(confirmations),
  }
}

/** A shop that takes USDT on a real chain of its own, for the tests of a file. */
export function withUsdtShop() {
  const it = {} as { shop: TestShop; chain: TestChain; variant: TestVariant }
  beforeAll(async () => {
    it.chain = await openTestChain()
    it.shop = await openTestShop({ settings: usdtOn(it.chain) })
    it.variant = (await stockVariants(it.shop, 1, 1_000))[0]
  })
  afterAll(async () => {
    await it.shop.close()
    await it.chain.close()
  })
  beforeEach(() => {
    Object.assign(it.chain.node, { isAway: false, isForgetful: false, mostBlocks: Infinity })
  })

  /** The work that every process with jobs does every few seconds. */
  async function look(at: TestShop = it.shop): Promise<void> {
    const usdt = findUsdt(at.ctx.payments)
    if (!usdt) throw new Error('USDT is not taken')
    // A catch-up under way is shared, and may have begun before the newest blocks: it is awaited first.
    await usdt.catchUp().catch(() => {})
    await settleTransfers(at.ctx, usdt)
  }

  /** Begins to pay an order in USDT. */
  const pay = (buyer: Buyer, orderId: string, at: TestShop = it.shop) =>
    begin(at, buyer, orderId, 'USDT')

  const column = async <Value>(sql: string, id: string): Promise<Value> =>
    (await it.shop.ctx.db.pool.query(`select ${sql} where id = $1`, [id])).rows[0].value

  return {
    ...{ pay, look },
    get shop() {
      return it.shop
    },
    get chain() {
      return it.chain
    },
    get variant() {
      return it.variant
    },

    /** An unpaid order: the amount due, the address, and its state. */
    async begin() {
      const buyer = await makeBuyer(it.shop)
      const placed = await order(it.shop, buyer, [it.variant])
      const started = await pay(buyer, placed.id)
      const { paymentId } = started
      const page = async (): Promise<UsdtPayment> => {
        const input = { headers: buyer.headers, params: { paymentId } }
        return (await it.shop.call('getUsdtPayment', input)).data
      }
      const { address, amountDue } = await page()
      return {
        ...{ buyer, placed, started, page, address },
        due: Number(amountDue),
        review: () => column<string | null>('review as value from payment', paymentId),
        capturedCents: () => column<number>('captured_cents as value from payment', paymentId),
        orderStatus: () => column<OrderStatus>('status as value from orders', placed.id),
      }
    },

    /** Lets orders expire two hours from now until an order stands so; one that is being changed comes next time. */
    async expireOrders(
      orderStatus: () => Promise<OrderStatus>,
      wanted: OrderStatus,
    ): Promise<void> {
      it.shop.setTime(new Date(Date.now() + 120 * 60_000))
      await expect
        .poll(async () => {
          await sweepReservations(it.shop)
          return orderStatus()
        }, patience)
        .toBe(wanted)
      it.shop.setTime(new Date())
    },

    /** Does something so many minutes from now. */
    async later(minutes: number, act: () => Promise<void>): Promise<void> {
      it.shop.setTime(new Date(Date.now() + minutes * 60_000))
      try {
        await act()
      } finally {
        it.shop.setTime(new Date())
      }
    },

    /** Adds the blocks that make a transfer final, and looks. */
    async confirm(): Promise<void> {
      await it.chain.mine(confirmations)
      await look()
    },
  }
}

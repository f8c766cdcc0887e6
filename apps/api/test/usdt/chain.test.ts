import { describe, expect, it } from 'vitest'
import { makeBuyer, order } from '../buyers.ts'
import { rejectionOf } from '../rejection.ts'
import { openTestShop } from '../test-shop.ts'
import { confirmations, patience, usdtOn, withUsdtShop } from './usdt-shop.ts'

const usdt = withUsdtShop()

describe('the chain', () => {
  it('takes back what it had not confirmed, and brings it again', async () => {
    const { address, due, page } = await usdt.begin()
    const undo = await usdt.chain.mark()
    await usdt.chain.send(address, due)
    await usdt.look()
    expect((await page()).amountReceived).toBe(String(due))
    await undo()
    await usdt.chain.mine(2)
    await usdt.look()
    expect(await page()).toMatchObject({ status: 'PROCESSING', amountReceived: '0' })
    await usdt.chain.send(address, due)
    await usdt.confirm()
    expect(await page()).toMatchObject({ status: 'PAID', amountReceived: String(due) })
  })

  it('moves a transfer to an earlier block that had been read without it', async () => {
    const { address, due, page } = await usdt.begin()
    const undo = await usdt.chain.mark()
    await usdt.chain.mine(2)
    await usdt.chain.send(address, due)
    await usdt.look()
    await undo()
    await usdt.chain.send(address, due)
    await usdt.chain.mine(2)
    // The current and the former position are read one after the other.
    usdt.chain.node.mostBlocks = 1
    await usdt.look()
    expect(await page()).toMatchObject({ status: 'PROCESSING', amountReceived: String(due) })
    await usdt.confirm()
    expect(await page()).toMatchObject({ status: 'PAID', amountReceived: String(due) })
  })

  it('ends an attempt whose transfer a reorganization has removed for good', async () => {
    const { address, due, page, orderStatus } = await usdt.begin()
    const undo = await usdt.chain.mark()
    await usdt.chain.send(address, due)
    await usdt.look()
    await undo()
    await usdt.chain.mine(1)
    await usdt.expireOrders(orderStatus, 'UNPAID')
    expect((await page()).status).toBe('FAILED')
  })

  it('is read on from the last block after its node was unavailable for hours', async () => {
    const { address, due, page, orderStatus } = await usdt.begin()
    await usdt.look()
    usdt.chain.node.isAway = true
    await usdt.chain.mine(200)
    await usdt.chain.send(address, due)
    await usdt.chain.mine(900)
    const failure = await usdt.look().catch(String)
    expect(failure).toContain('The chain gives no answer')
    // The address of a node holds its key.
    expect(failure).not.toContain(new URL(usdt.chain.rpcUrl).port)
    await usdt.expireOrders(orderStatus, 'PENDING')
    usdt.chain.node.isAway = false
    usdt.chain.node.mostBlocks = 64
    await usdt.look()
    expect((await page()).status).toBe('PAID')
    await expect.poll(orderStatus, patience).toBe('PROCESSING')
  })

  it('is not trusted when its node omits transfers', async () => {
    const { address, due, page } = await usdt.begin()
    await usdt.chain.send(address, due)
    await usdt.look()
    usdt.chain.node.isForgetful = true
    await usdt.chain.mine(confirmations)
    await expect(usdt.look()).rejects.toThrow('leaves out transfers')
    expect(await page()).toMatchObject({ status: 'PROCESSING', amountReceived: String(due) })
    usdt.chain.node.isForgetful = false
    await usdt.look()
    expect((await page()).status).toBe('PAID')
  })

  it('is not queried while no address is watched', async () => {
    const quiet = await openTestShop({ settings: usdtOn(usdt.chain) })
    usdt.chain.node.asked = []
    await usdt.look(quiet)
    expect(usdt.chain.node.asked).toEqual([])
    await quiet.close()
  })

  it('must be the one that the settings name', async () => {
    const wrong = await openTestShop({
      beside: usdt.shop,
      settings: { ...usdtOn(usdt.chain), USDT_CHAIN_ID: '1' },
    })
    const buyer = await makeBuyer(wrong)
    const placed = await order(wrong, buyer, [usdt.variant])
    expect((await rejectionOf(usdt.pay(buyer, placed.id, wrong))).code).toBe('PAYMENT_FAILED')
    await wrong.close()
  })
})

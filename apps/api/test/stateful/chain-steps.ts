import { expect } from 'vitest'
import { ProviderUnavailable } from '../../src/features/payments/provider.ts'
import { findUsdt } from '../../src/features/payments/usdt/usdt-provider.ts'
import { settleTransfers } from '../../src/features/payments/usdt/watch-payments.ts'
import { confirmations } from '../usdt/usdt-shop.ts'
import type { World } from './world.ts'

type Wallet = World['addresses'][number]

/** The smallest amount to send: less than a cent counts as nothing. */
const speckDollars = 0.0001

/** Sends a part of the due amount to an address, a speck for zero, and mines so many blocks. */
export async function sendTo(
  { chain }: World,
  wallet: Wallet,
  { part, blocks }: { part: number; blocks: number },
): Promise<void> {
  const cents = Math.round(wallet.due * part)
  await chain.send(wallet.address, cents > 0 ? cents / 100 : speckDollars)
  wallet.sent += cents
  if (blocks > 0) await chain.mine(blocks)
}

/** What every worker does every few seconds. */
export async function lookAtChain(
  { shop: { ctx }, chain }: World,
  { workers, isNodeAway }: { workers: number; isNodeAway: boolean },
): Promise<void> {
  const usdt = findUsdt(ctx.payments)
  if (!usdt) throw new Error('USDT is not taken')
  chain.node.isAway = isNodeAway
  const looks = Array.from({ length: workers }, () => settleTransfers(ctx, usdt))
  const outcomes = await Promise.allSettled(looks)
  chain.node.isAway = false
  for (const outcome of outcomes)
    if (outcome.status === 'rejected' && !(outcome.reason instanceof ProviderUnavailable))
      throw outcome.reason
}

/** The due amount is sent and seen, and then reverted by the chain. */
export async function takeBack(world: World, { address, due }: Wallet): Promise<void> {
  const { chain } = world
  const undo = await chain.mark()
  await chain.send(address, due / 100 || speckDollars)
  await lookAtChain(world, { workers: 1, isNodeAway: false })
  await undo()
  await chain.mine(1)
}

/** Mines enough blocks to make every transfer final, and reads the chain. */
export async function finishChain(world: World): Promise<void> {
  await world.chain.mine(confirmations)
  await lookAtChain(world, { workers: 1, isNodeAway: false })
}

/** Expects the money on the shop's addresses to equal its records, to the cent. */
export async function expectChainAgreed({ shop, addresses }: World): Promise<void> {
  const { rows } = await shop.ctx.db.pool.query<{ id: string; cents: number }>(
    'select id, captured_cents as cents from payment where id = any ($1)',
    [addresses.map(({ paymentId }) => paymentId)],
  )
  const booked = new Map(rows.map(({ id, cents }) => [id, cents]))
  expect(addresses.map(({ paymentId }) => booked.get(paymentId))).toEqual(
    addresses.map(({ sent }) => sent),
  )
}

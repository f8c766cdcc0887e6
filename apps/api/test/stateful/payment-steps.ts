import { expect } from 'vitest'
import { ProviderUnavailable } from '../../src/features/payments/provider.ts'
import { findUsdt } from '../../src/features/payments/usdt/usdt-provider.ts'
import { settleTransfers } from '../../src/features/payments/usdt/watch-payments.ts'
import type { TestShop } from '../test-shop.ts'
import { confirmations } from '../usdt/usdt-shop.ts'
import type { StepOf } from './steps.ts'
import { providersOf, type World } from './world.ts'

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

/** The work that every worker does every few seconds. */
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

/** The payer disputes a payment that the provider has the money of. */
export async function dispute(
  world: World,
  { attempt: index, part }: StepOf<'dispute'>,
): Promise<void> {
  const { stripe, paypal } = providersOf(world)
  const ref = world.attempts[index]?.attempt.providerOrderId ?? ''
  const intent = stripe.bank.intent(stripe.bank.session(ref)?.payment_intent ?? '')
  const capture = paypal.bank.order(ref)?.purchase_units[0].payments?.captures[0]
  if (intent?.latest_charge) {
    const cents = Math.max(1, Math.round(intent.amount_received * part))
    const { id } = stripe.bank.dispute(intent.id, cents)
    world.disputes.unshift({ provider: 'stripe', id })
  } else if (capture && capture.status !== 'PENDING' && capture.status !== 'DECLINED') {
    const { dispute_id: id } = paypal.bank.dispute(capture.id)
    world.disputes.unshift({ provider: 'paypal', id })
  }
}

/** The provider decides an open dispute, and may deliver its messages at once. */
export async function closeDispute(
  world: World,
  { dispute: index, outcome, isDelivered }: StepOf<'closeDispute'>,
): Promise<void> {
  const [found] = world.disputes.splice(index % world.disputes.length, 1)
  if (!found) return
  const { bank, webhooks } = providersOf(world)[found.provider]
  bank.closeDispute(found.id, outcome)
  if (!isDelivered) return
  await webhooks.release()
  webhooks.hold()
}

interface Loss {
  id: string
  captured: number
  lost: number
  refunded: number
}

/** The payments of which a dispute was lost; in cents. */
export async function lossesOf({ ctx }: TestShop): Promise<Map<string, Loss>> {
  const { rows } = await ctx.db.pool.query<Loss>(
    `select p.id, p.captured_cents as captured, d.lost, coalesce(r.refunded, 0) as refunded
     from payment p
     join (select payment_id, sum(amount_cents)::integer as lost from dispute where status = 'LOST' group by payment_id) d
       on d.payment_id = p.id
     left join (select payment_id, sum(amount_cents)::integer as refunded from refund where status <> 'FAILED' group by payment_id) r
       on r.payment_id = p.id`,
  )
  return new Map(rows.map((loss) => [loss.id, loss]))
}

/**
 * Expects that no amount lost before was refunded since. A refund from before a loss may have paid
 * it twice: the shop cannot prevent that.
 */
export async function expectLossesKept(shop: TestShop, before: Map<string, Loss>): Promise<void> {
  const after = await lossesOf(shop)
  const wrong = [...before.values()].filter(({ id, lost, refunded }) => {
    const now = after.get(id)
    return now && now.refunded > Math.max(refunded, now.captured - lost)
  })
  expect(wrong).toEqual([])
}

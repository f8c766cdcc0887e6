import { expect } from 'vitest'
import type { TestShop } from '../test-shop.ts'
import type { StepOf } from './steps.ts'
import { providersOf, type World } from './world.ts'

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
 * Expects that of what was lost before nothing was refunded since. What was refunded before a loss may have gone
 * twice: the shop cannot prevent that.
 */
export async function expectLossesKept(shop: TestShop, before: Map<string, Loss>): Promise<void> {
  const after = await lossesOf(shop)
  const wrong = [...before.values()].filter(({ id, lost, refunded }) => {
    const now = after.get(id)
    return now && now.refunded > Math.max(refunded, now.captured - lost)
  })
  expect(wrong).toEqual([])
}

import {
  cancelUnpaidOrders,
  completeOrders,
  expireOrders,
} from '../../src/features/orders/orders.jobs.ts'
import { reconcilePayments } from '../../src/features/payments/payments.jobs.ts'
import { expireSelections } from '../../src/features/selections/selections.ts'
import { processWaitingList } from '../../src/features/waiting-list/offers.ts'
import { homeAddress } from '../buyers.ts'
import { setPrice, setStock } from '../product-factory.ts'
import { taxRule } from '../taxes.ts'
import { catchUp } from './finish-pending-work.ts'
import {
  edit,
  giveBack,
  orderSelection,
  pay,
  place,
  press,
  refuse,
  withdraw,
} from './order-steps.ts'
import { closeDispute, dispute, lookAtChain, sendTo, takeBack } from './payment-steps.ts'
import type { Step, StepOf } from './steps.ts'
import { asStaff, call, injectFault, providersOf, type World } from './world.ts'

/** Runs a step; declared errors are fine, anything else is thrown. */
export async function runStep(world: World, step: Step): Promise<void> {
  const doIt = doers[step.does] as (world: World, step: Step) => Promise<unknown>
  await doIt(world, step)
}

const doers: { [Does in Step['does']]: (world: World, step: StepOf<Does>) => Promise<unknown> } = {
  place,
  pay,
  press,
  async send(world, { order, attempt, part, blocks }) {
    const begun = await pay(world, { does: 'pay', order, method: 'USDT' })
    const wallet =
      world.addresses.find(({ paymentId }) => paymentId === begun) ?? world.addresses[attempt]
    if (wallet) await sendTo(world, wallet, { part, blocks })
  },
  look: lookAtChain,
  async takeBack(world, { attempt: index }) {
    const wallet = world.addresses[index]
    if (wallet) await takeBack(world, wallet)
  },
  async poll(world, { attempt: index, check }) {
    const found = world.attempts[index]
    if (!found) return
    const { owner, attempt } = found
    const params = { providerOrderId: attempt.providerOrderId }
    await call(world, 'getPaymentStatus', { headers: owner.headers, params, query: { check } })
  },
  async cancel(world, { order: index, by }) {
    const order = world.orders[index]
    if (!order) return
    const params = { orderId: order.id }
    if (by === 'shopper')
      await call(world, 'cancelMyOrder', { headers: order.owner.headers, params, body: {} })
    else await asStaff(world, 'cancelOrder', order.id, { reason: 'A flaw in the leather' })
  },
  async move(world, { order, call: name }) {
    const parcel = { carrier: 'DHL Express', trackingNumber: '00340434161094042557' }
    await asStaff(world, name, world.orders[order]?.id, name === 'shipOrder' ? parcel : undefined)
  },
  async parcel(world, { order, variant, quantity }) {
    const variantId = world.variants[variant]?.id
    const items = [{ variantId, quantity }]
    const body = { carrier: 'UPS', trackingNumber: '1Z999AA10123456784', items }
    await asStaff(world, 'sendParcel', world.orders[order]?.id, body)
  },
  markPaid: (world, { order }) =>
    asStaff(world, 'markOrderPaid', world.orders[order]?.id, { reference: 'Wire 4711' }),
  edit,
  async refund(world, { order: index, part, key }) {
    const order = world.orders[index]
    // The contract accepts no refund of zero.
    const amount = Math.max(0.01, Math.round((order?.total ?? 0) * part * 100) / 100)
    const refund = { amount, reason: 'A scratch', key: `refund ${key}` }
    await asStaff(world, 'refundOrder', order?.id, refund)
  },
  giveBack,
  refuse,
  withdraw,
  dispute,
  closeDispute,
  async stock({ shop, variants }, { variant, stock }) {
    const found = variants[variant]
    if (found) await setStock(shop, found, stock)
  },
  async price({ shop, variants }, { variant, cents }) {
    const productId = variants[variant]?.productId
    for (const found of variants)
      if (found.productId === productId) await setPrice(shop, found, cents)
  },
  async tax(world, { mode, rate, deliveryClass, variant, productClass }) {
    const { country } = homeAddress
    const body = { ...taxRule, country, mode, standardRate: rate, deliveryClass }
    await call(world, 'addTaxRule', { headers: world.staff.headers, body })
    await world.shop.ctx.db.pool.query('update product set tax_class = $2 where id = $1', [
      world.variants[variant]?.productId,
      productClass,
    ])
  },
  async deliver(world, { provider, copies, isReversed }) {
    const { webhooks } = providersOf(world)[provider]
    await webhooks.release({ copies, ...(isReversed && { arrange: (ids) => ids.toReversed() }) })
    webhooks.hold()
  },
  async repeat(world, { provider, message }) {
    const { webhooks } = providersOf(world)[provider]
    const sent = webhooks.sent().at(-1 - message)
    if (sent) await webhooks.repeat(sent.id)
  },
  async sweep({ shop: { ctx } }, { what, workers }) {
    const due = {
      expire: `update orders set hold_ends_at = now() - interval '1 second' where status = 'PENDING'`,
      end: `update orders set given_up_at = given_up_at - interval '8 days',
        completes_at = completes_at - interval '8 days' where status in ('UNPAID', 'DELIVERED')`,
    }
    await ctx.db.pool.query(due[what])
    const sweeps = what === 'expire' ? [expireOrders] : [cancelUnpaidOrders, completeOrders]
    const all = Array.from({ length: workers }, () => sweeps.map((sweep) => sweep(ctx)))
    await Promise.all(all.flat())
  },
  async await(world, { shopper, variant }) {
    const body = { variantId: world.variants[variant]?.id }
    await call(world, 'joinWaitingList', { headers: world.shoppers[shopper]?.headers ?? {}, body })
  },
  async leave(world, { shopper, entry }) {
    const headers = world.shoppers[shopper]?.headers ?? {}
    const mine = await call(world, 'listMyWaiting', { headers })
    const id = mine?.data[entry]?.id
    if (id) await call(world, 'leaveMyWaiting', { headers, params: { id } })
  },
  async tend({ shop: { ctx } }, { workers, haveEnded }) {
    if (haveEnded)
      await ctx.db.pool.query(
        `update waiting_list_entry set offer_ends_at = now() - interval '1 second'
         where state = 'OFFERED' and offer_ends_at is not null`,
      )
    await Promise.all(Array.from({ length: workers }, () => processWaitingList(ctx)))
  },
  async select(world, { shopper, variants, quantity }) {
    const items = variants.map((index) => ({
      variantId: world.variants[index]?.id ?? '',
      quantity,
    }))
    const made = await call(world, 'makeAdviserSelection', {
      headers: world.staff.headers,
      params: { customerId: world.shoppers[shopper]?.userId ?? '' },
      body: { lines: items, note: 'For the evening', isEmailed: false },
    })
    if (!made) return
    const { selection, link } = made.data
    world.selections.unshift({ id: selection.id, token: link.split('/').at(-1) ?? '', items })
  },
  orderSelection,
  async takeBackSelection(world, { selection, times }) {
    const id = world.selections[selection]?.id
    if (!id) return
    const input = { headers: world.staff.headers, params: { selectionId: id } }
    await Promise.all(
      Array.from({ length: times }, () => call(world, 'takeBackAdviserSelection', input)),
    )
  },
  async endSelections({ shop: { ctx } }, { workers, haveExpired }) {
    if (haveExpired)
      await ctx.db.pool.query(
        `update adviser_selection set made_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
         where state = 'OPEN'`,
      )
    await Promise.all(Array.from({ length: workers }, () => expireSelections(ctx)))
  },
  workAgain: catchUp,
  async fault(world, { provider, fault, times }) {
    injectFault(providersOf(world), { provider, fault, times })
  },
  async wait(world, { minutes }) {
    const { shop } = world
    shop.setTime(new Date(Date.now() + minutes * 60_000))
    try {
      for (const { bank } of Object.values(providersOf(world))) bank.tick()
      await Promise.all([
        expireOrders(shop.ctx),
        reconcilePayments(shop.ctx),
        expireOrders(shop.ctx),
      ])
    } finally {
      shop.setTime(null)
    }
  },
}

import { idempotencyKeyHeader } from '@solvane/contract/paths'
import {
  cancelUnpaidOrders,
  completeOrders,
  expireOrders,
} from '../../src/features/orders/states/end-due-orders.ts'
import { reconcilePayments } from '../../src/features/payments/payments.jobs.ts'
import { expireSelections } from '../../src/features/selections/selections.ts'
import { tendWaitingList } from '../../src/features/waiting-list/offers.ts'
import { homeAddress } from '../buyers.ts'
import { setPrice, setStock } from '../product-factory.ts'
import { confirm } from '../sign-up.ts'
import { taxRule } from '../taxes.ts'
import { asStaff, call } from './calls.ts'
import { lookAtChain, sendTo, takeBack } from './chain-steps.ts'
import { catchUp } from './finish-pending-work.ts'
import type { Step } from './steps.ts'
import { injectFault, providersOf, type World } from './world.ts'

type StepOf<Does> = Extract<Step, { does: Does }>

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
  async stock({ shop, variants }, { variant, stock }) {
    const found = variants[variant]
    if (found) await setStock(shop, found, stock)
  },
  async price({ shop, variants }, { variant, cents }) {
    const found = variants[variant]
    if (found) await setPrice(shop, found, cents)
  },
  async tax(world, { mode, rate }) {
    const { country } = homeAddress
    const body = { ...taxRule, country, mode, standardRate: rate }
    await call(world, 'addTaxRule', { headers: world.staff.headers, body })
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
    await Promise.all(Array.from({ length: workers }, () => tendWaitingList(ctx)))
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

async function place(world: World, step: StepOf<'place'>): Promise<void> {
  const owner = world.shoppers[step.shopper]
  if (!owner) return
  const couponCode = step.coupon === null ? null : world.coupons[step.coupon]
  const items = step.variants.map((index) => ({
    variantId: world.variants[index]?.id,
    quantity: step.quantity,
  }))
  const gift = step.isWrapped ? { isWrapped: true } : null
  const draft = { items, addressId: owner.addressId, couponCode, gift }
  const expectedTotal = await totalSeen(world, owner, draft, step.seen)
  const body = { ...draft, expectedTotal }
  const key = step.key === null ? null : `key ${step.key}`
  const headers = { ...owner.headers, ...(key && { [idempotencyKeyHeader]: key }) }
  const answers = await Promise.all(
    Array.from({ length: step.times }, () => call(world, 'placeOrder', { headers, body })),
  )
  for (const answer of answers) {
    if (!answer) continue
    const { id, totalAmount } = answer.data
    if (totalAmount !== (expectedTotal ?? totalAmount))
      throw new Error(`${expectedTotal} was seen and ${totalAmount} ordered`)
    if (key) recordRequest(world, `${owner.userId} ${key}`, JSON.stringify(body), id)
    if (world.orders.every((order) => order.id !== id))
      world.orders.unshift({ id, owner, total: totalAmount })
  }
}

/** Orders what the link of a selection shows, once for each tab: one of them gets it. */
async function orderSelection(world: World, step: StepOf<'orderSelection'>): Promise<void> {
  const [owner, selection] = [world.shoppers[step.shopper], world.selections[step.selection]]
  if (!owner || !selection) return
  const { items, token } = selection
  const body = { items, selection: token, addressId: owner.addressId, source: 'buyNow' }
  const answers = await Promise.all(
    Array.from({ length: step.times }, () => {
      const headers = { ...owner.headers, [idempotencyKeyHeader]: crypto.randomUUID() }
      return call(world, 'placeOrder', { headers, body })
    }),
  )
  const placed = answers.flatMap((answer) => answer?.data ?? [])
  if (placed.length > 1) throw new Error('A selection was ordered twice')
  for (const { id, totalAmount } of placed) world.orders.unshift({ id, owner, total: totalAmount })
}

/** The total that the shopper claims to have seen; undefined for none. */
async function totalSeen(
  world: World,
  { headers }: World['shoppers'][number],
  body: object,
  seen: StepOf<'place'>['seen'],
): Promise<number | undefined> {
  if (seen === 'nothing') return
  const preview = await call(world, 'previewOrder', { headers, body })
  const total = preview?.data.finalAmount ?? 0
  return seen === 'the preview' ? total : Math.round(total * 100 + 1) / 100
}

/** Under one key there is one request, and one order. */
function recordRequest({ requests }: World, key: string, body: string, orderId: string): void {
  const known = requests.get(key) ?? { body, orderId }
  requests.set(key, known)
  if (known.body !== body || known.orderId !== orderId)
    throw new Error(`Under ${key} there are ${known.orderId} and ${orderId}`)
}

/** Changes an order as staff do; a supplementary order is then among the orders. */
async function edit(world: World, step: StepOf<'edit'>): Promise<void> {
  const order = world.orders[step.order]
  if (!order) return
  const staff = { headers: world.staff.headers, params: { orderId: order.id } }
  const seen = await call(world, 'getOrder', staff)
  const [first, ...rest] = seen?.data.lines ?? []
  if (!seen || !first) return
  const added = step.added === null ? undefined : world.variants[step.added]
  const items = [
    { variantId: first.variantId, quantity: step.quantity },
    ...rest.map(({ variantId, quantity }) => ({ variantId, quantity })),
    ...(added ? [{ variantId: added.id, quantity: 1 }] : []),
  ].filter(({ quantity }) => quantity > 0)
  const { takesNewDelivery, country } = step
  const { title: _, ...home } = homeAddress
  const address = country ? { ...home, country } : undefined
  const body = { version: seen.data.version, items, takesNewDelivery, address }
  // An order without items is rejected before it is looked at.
  if (items.length === 0) return
  const preview = await call(world, 'previewOrderEdit', { ...staff, body })
  if (!preview) return
  const difference = preview.data.difference + (step.isSeen ? 0 : 1)
  await confirm(world.shop, world.staff)
  const input = { ...staff, body: { ...body, difference: Math.round(difference * 100) / 100 } }
  const answers = await Promise.all(
    Array.from({ length: step.times }, () => call(world, 'editOrder', input)),
  )
  for (const answer of answers) {
    if (!answer) continue
    order.total = answer.data.totalAmount
    for (const { id, totalAmount } of answer.data.supplements)
      if (world.orders.every((known) => known.id !== id))
        world.orders.unshift({ id, owner: order.owner, total: totalAmount })
  }
}

/** Asks for a return of a delivered order, and takes it some steps far. */
async function giveBack(world: World, step: StepOf<'giveBack'>): Promise<void> {
  const order = world.orders[step.order]
  if (!order) return
  const { id: orderId, owner } = order
  const parcel = { carrier: 'DHL Express', trackingNumber: '00340434161094042557' }
  await asStaff(world, 'shipOrder', orderId, parcel)
  await asStaff(world, 'deliverOrder', orderId)
  const { headers } = owner
  const options = await call(world, 'getReturnOptions', { headers, params: { orderId } })
  const [line] = options?.data.lines ?? []
  if (!line) return
  const wanted = { variantId: line.variantId, quantity: step.quantity, reason: 'OTHER' }
  const body = { lines: [wanted], wish: 'REFUND', key: crypto.randomUUID() }
  const asked = await call(world, 'requestReturn', { headers, params: { orderId }, body })
  if (!asked) return
  await finishReturn(world, step, { returnId: asked.data.id, headers, variantId: line.variantId })
}

async function finishReturn(
  world: World,
  { steps, ending, condition, times }: StepOf<'giveBack'>,
  {
    returnId,
    headers,
    variantId,
  }: { returnId: string; headers: Record<string, string>; variantId: string },
): Promise<void> {
  const params = { returnId }
  const staff = { headers: world.staff.headers, params }
  const lines = [{ variantId, condition }]
  const taken = [
    () => call(world, 'approveReturn', { ...staff, body: {} }),
    () => call(world, 'sendMyReturn', { headers, params, body: {} }),
    () => call(world, 'receiveReturn', staff),
    () => call(world, 'inspectReturn', { ...staff, body: { lines, feePercent: 30 } }),
  ]
  for (const take of taken.slice(0, steps)) await take()
  // Steps let hours pass, and a confirmation counts for ten minutes.
  if (ending === 'refundReturn') await confirm(world.shop, world.staff)
  const seen = await call(world, 'getReturn', staff)
  const bodies = {
    refundReturn: { amount: seen?.data.refund.amount ?? 0, reference: 'Wire 4711' },
    sendReturnBack: { answer: 'Worn', carrier: 'UPS', trackingNumber: '1Z9' },
    declineReturn: { answer: 'Worn' },
    cancelMyReturn: undefined,
  }
  const who = ending === 'cancelMyReturn' ? headers : world.staff.headers
  const input = { headers: who, params, body: bodies[ending] }
  await Promise.all(Array.from({ length: times }, () => call(world, ending, input)))
}

/** Starts or continues to pay; returns the attempt's id if there is a payment page. */
async function pay(
  world: World,
  { order: index, method }: StepOf<'pay'>,
): Promise<string | undefined> {
  const order = world.orders[index]
  if (!order) return
  const { owner, id: orderId } = order
  const body = { paymentMethod: method }
  const answer = await call(world, 'initiatePayment', {
    headers: owner.headers,
    params: { orderId },
    body,
  })
  if (!answer?.data.approvalUrl) return
  const { paymentId, providerOrderId: address } = answer.data
  world.attempts.unshift({ owner, attempt: answer.data })
  const due = Math.round(order.total * 100)
  if (method === 'USDT' && world.addresses.every((known) => known.address !== address))
    world.addresses.unshift({ paymentId, address, due, sent: 0 })
  return paymentId
}

/** Presses a button on a payment page, which may be outdated. */
async function press(world: World, { attempt: index, action }: StepOf<'press'>): Promise<void> {
  const found = world.attempts[index]
  if (!found) return
  const { pathname, search } = new URL(found.attempt.approvalUrl ?? '')
  // USDT is paid from a wallet.
  if (!pathname.startsWith('/test-payments')) return
  const { statusCode } = await world.shop.app.inject({
    method: 'POST',
    url: pathname + search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `action=${action}`,
  })
  if (![303, 409].includes(statusCode)) throw new Error(`The page answered ${statusCode}`)
}

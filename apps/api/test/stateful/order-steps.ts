import { idempotencyKeyHeader } from '@solvane/contract/paths'
import { vi } from 'vitest'
import { type Buyer, homeAddress } from '../buyers.ts'
import { confirm } from '../sign-up.ts'
import type { StepOf } from './steps.ts'
import { asStaff, call, type World } from './world.ts'

/** Orders some variants, possibly several times at once. */
export async function place(world: World, step: StepOf<'place'>): Promise<void> {
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
export async function orderSelection(world: World, step: StepOf<'orderSelection'>): Promise<void> {
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

/** Starts or continues to pay; returns the attempt's id if there is a payment page. */
export async function pay(
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
export async function press(
  world: World,
  { attempt: index, action }: StepOf<'press'>,
): Promise<void> {
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

/** Changes an order as staff do; a supplementary order is then among the orders. */
export async function edit(world: World, step: StepOf<'edit'>): Promise<void> {
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

/** Sends an order that is to be paid in cash, which comes back unpaid, or is paid concurrently. */
export async function refuse(world: World, step: StepOf<'refuse'>): Promise<void> {
  const order = world.orders[step.order]
  if (!order) return
  await call(world, 'initiatePayment', {
    headers: order.owner.headers,
    params: { orderId: order.id },
    body: { paymentMethod: 'COD' },
  })
  await asStaff(world, 'shipOrder', order.id, { carrier: 'UPS', trackingNumber: '1Z9' })
  if (step.isDelivered) await asStaff(world, 'deliverOrder', order.id)
  const body = { reason: 'Refused at the door' }
  await Promise.all([
    ...(step.isCollected ? [asStaff(world, 'collectCash', order.id)] : []),
    ...Array.from({ length: step.times }, () => asStaff(world, 'markOrderRefused', order.id, body)),
  ])
}

/** Asks for a return of a delivered order, and takes it some steps far. */
export async function giveBack(world: World, step: StepOf<'giveBack'>): Promise<void> {
  const order = world.orders[step.order]
  if (!order) return
  const { id: orderId, owner } = order
  const parcel = { carrier: 'DHL Express', trackingNumber: '00340434161094042557' }
  await asStaff(world, 'shipOrder', orderId, parcel)
  await asStaff(world, 'deliverOrder', orderId)
  const { headers } = owner
  const options = await call(world, 'getReturnOptions', { headers, params: { orderId } })
  if (!options) return
  const { lines, terms } = options.data
  const line = lines[step.line % lines.length]
  if (!line) return
  const { variantId } = line
  const [instead] = line.exchanges
  const isExchange = step.wish === 'EXCHANGE' && instead !== undefined
  const exchangeFor = isExchange ? instead.variantId : null
  const wanted = { variantId, quantity: step.quantity, reason: 'OTHER', exchangeFor }
  const wish = isExchange ? 'EXCHANGE' : 'REFUND'
  const body = { lines: [wanted], wish, key: crypto.randomUUID() }
  const asked = await call(world, 'requestReturn', { headers, params: { orderId }, body })
  if (!asked) return
  const feePercent = isExchange ? 0 : terms.feeFrom
  await finishReturn(world, step, { returnId: asked.data.id, owner, variantId, feePercent })
}

async function finishReturn(
  world: World,
  { steps, ending, condition, times }: StepOf<'giveBack'>,
  {
    returnId,
    owner,
    variantId,
    feePercent,
  }: { returnId: string; owner: Buyer; variantId: string; feePercent: number },
): Promise<void> {
  const { headers } = owner
  const params = { returnId }
  const staff = { headers: world.staff.headers, params }
  const lines = [{ variantId, condition }]
  const taken = [
    () => call(world, 'approveReturn', { ...staff, body: {} }),
    () => call(world, 'sendMyReturn', { headers, params, body: {} }),
    () => call(world, 'receiveReturn', staff),
    () => call(world, 'inspectReturn', { ...staff, body: { lines, feePercent } }),
  ]
  for (const take of taken.slice(0, steps)) await take()
  // Steps let hours pass, and a confirmation counts for ten minutes.
  if (ending === 'refundReturn' || ending === 'exchangeReturn')
    await confirm(world.shop, world.staff)
  const seen = await call(world, 'getReturn', staff)
  const bodies = {
    exchangeReturn: undefined,
    refundReturn: {
      amount: seen?.data.refund.amount ?? 0,
      reference: 'Wire 4711',
      isUnpaid: seen?.data.refund.awaitsCash,
    },
    sendReturnBack: { answer: 'Worn', carrier: 'UPS', trackingNumber: '1Z9' },
    declineReturn: { answer: 'Worn' },
    cancelMyReturn: undefined,
  }
  const who = ending === 'cancelMyReturn' ? headers : world.staff.headers
  const input = { headers: who, params, body: bodies[ending] }
  await Promise.all(Array.from({ length: times }, () => call(world, ending, input)))
  const sent = (await call(world, 'getReturn', staff))?.data.exchangeOrder
  if (sent) world.orders.unshift({ id: sent.id, owner, total: 0 })
}

/** Withdraws from an order without signing in, and has staff refund what comes back. */
export async function withdraw(world: World, step: StepOf<'withdraw'>): Promise<void> {
  const order = world.orders[step.order]
  if (!order) return
  const { pool } = world.shop.ctx.db
  // Where shoppers have the right to withdraw.
  await pool.query("update orders set shipping_country = 'FR' where id = $1", [order.id])
  const staff = { headers: world.staff.headers, params: { orderId: order.id } }
  const seen = await call(world, 'getOrder', staff)
  const [line] = seen?.data.lines ?? []
  if (!seen || !line || !['PROCESSING', 'SHIPPED'].includes(seen.data.status)) return
  if (step.isSentInPart) {
    const items = [{ variantId: line.variantId, quantity: 1 }]
    const body = { carrier: 'UPS', trackingNumber: '1Z999AA10123456785', items }
    await asStaff(world, 'sendParcel', order.id, body)
  }
  const { orderNumber } = seen.data
  const body = { orderNumber, email: order.owner.email }
  await call(world, 'withdrawFromOrder', { body })
  const returnId = await withdrawalOf(world, order.id)
  if (!returnId) return
  if (step.isRefundedByHand) {
    const refund = { amount: order.total, reason: 'By telephone', key: 'by telephone' }
    if (order.total > 0) await asStaff(world, 'refundOrder', order.id, refund)
  }
  const known = { headers: world.staff.headers, params: { returnId } }
  await call(world, 'receiveReturn', known)
  const found = await call(world, 'getReturn', known)
  const lines = found?.data.lines.map(({ variantId }) => ({ variantId, condition: 'RESTOCK' }))
  await call(world, 'inspectReturn', { ...known, body: { lines, feePercent: 0 } })
  await confirm(world.shop, world.staff)
  const { refund } = (await call(world, 'getReturn', known))?.data ?? {}
  const settled = {
    amount: refund?.amount ?? 0,
    reference: 'Wire 4712',
    isUnpaid: refund?.awaitsCash,
  }
  await Promise.all(
    Array.from({ length: step.times }, () =>
      call(world, 'refundReturn', { ...known, body: settled }),
    ),
  )
}

/** The open withdrawal from an order, once the job has made it; undefined if there is nothing left to withdraw from. */
async function withdrawalOf(world: World, orderId: string): Promise<string | undefined> {
  const { pool } = world.shop.ctx.db
  const find = async () => {
    const { rows } = await pool.query<{ id: string }>(
      `select id from return_request where order_id = $1 and is_withdrawal and status = 'APPROVED'`,
      [orderId],
    )
    if (!rows[0]) throw new Error('There is no withdrawal yet')
    return rows[0].id
  }
  return vi.waitFor(find, { timeout: 5_000 }).catch(() => undefined)
}

import { idempotencyKeyHeader } from '@solvane/contract/paths'
import { call } from './calls.ts'
import type { StepOf } from './steps.ts'
import type { World } from './world.ts'

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

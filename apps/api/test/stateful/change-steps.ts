import { type Buyer, homeAddress } from '../buyers.ts'
import { confirm } from '../sign-up.ts'
import { asStaff, call } from './calls.ts'
import type { StepOf } from './steps.ts'
import type { World } from './world.ts'

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
    refundReturn: { amount: seen?.data.refund.amount ?? 0, reference: 'Wire 4711' },
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

import { homeAddress } from '../buyers.ts'
import type { Attack } from './attacks.ts'
import type { Goods, TargetShop } from './fill-catalogue.ts'

/** The records that `writeOrders` has made. */
export interface AttackedOrders {
  /** Shipped and partly refunded, cancelled by staff, cancelled by the shopper. */
  orderIds: string[]
  /** An order that can still be changed. */
  openOrderId: string
  /** Declined, sent back, and refunded. */
  returnIds: string[]
  /** An exchange that the recipient of a gift has requested. */
  giftReturnIds: string[]
  /** The recipient's page of this gift. */
  giftPath: string
}

/** The orders of the shopper: sent, given, cancelled, corrected and edited, and the returns of one of them. */
export async function writeOrders(
  target: TargetShop,
  { variantIds, couponCode }: Goods,
  shopper: { authorization: string },
  attack: Attack,
): Promise<AttackedOrders> {
  const { call, manager: headers } = target
  const address = (name: string) => ({
    ...homeAddress,
    title: name.endsWith('Address') ? attack(`${name}.title`) : 'Home',
    fullName: attack(`${name}.fullName`),
    streetAddress: attack(`${name}.streetAddress`),
    addressLine2: attack(`${name}.addressLine2`),
    city: attack(`${name}.city`),
    state: attack(`${name}.state`),
    postalCode: attack(`${name}.postalCode`),
  })
  const own = { headers: shopper }
  const { data: first } = await call('createAddress', { ...own, body: address('createAddress') })
  const { data: other } = await call('createAddress', { ...own, body: homeAddress })
  const { data: second } = await call('updateAddress', {
    ...own,
    params: { id: other.id },
    body: address('updateAddress'),
  })
  const buy = async (addressId: string, more: object = {}) => {
    const items = variantIds.map((variantId) => ({ variantId, quantity: 1 }))
    const { data } = await call('placeOrder', {
      headers: { ...shopper, 'idempotency-key': crypto.randomUUID() },
      body: {
        items,
        addressId,
        remark: attack('placeOrder.remark'),
        company: attack('placeOrder.company'),
        source: 'buyNow',
        ...more,
      },
    })
    return { params: { orderId: data.id }, headers }
  }
  const gift = {
    isWrapped: true,
    message: attack('placeOrder.gift.message'),
    sender: attack('placeOrder.gift.sender'),
  }
  const [sent, another, undone, regretted, refused, open] = [
    await buy(first.id, { couponCode, gift }),
    await buy(second.id, { gift }),
    await buy(second.id),
    await buy(second.id),
    await buy(second.id),
    await buy(second.id),
  ]
  await call('markOrderPaid', { ...sent, body: { reference: attack('markOrderPaid.reference') } })
  await call('sendParcel', {
    ...sent,
    body: {
      carrier: attack('sendParcel.carrier'),
      trackingNumber: attack('sendParcel.trackingNumber'),
      trackingUrl: attack('sendParcel.trackingUrl'),
      items: variantIds.slice(0, 1).map((variantId) => ({ variantId, quantity: 1 })),
    },
  })
  await call('shipOrder', {
    ...sent,
    body: {
      carrier: attack('shipOrder.carrier'),
      trackingNumber: attack('shipOrder.trackingNumber'),
      trackingUrl: attack('shipOrder.trackingUrl'),
    },
  })
  await call('markOrderPaid', { ...another, body: { reference: 'Paid' } })
  await call('shipOrders', {
    headers,
    body: {
      orders: [
        {
          ...another.params,
          carrier: attack('shipOrders.orders[].carrier'),
          trackingNumber: attack('shipOrders.orders[].trackingNumber'),
          trackingUrl: attack('shipOrders.orders[].trackingUrl'),
        },
      ],
    },
  })
  await call('correctTracking', {
    ...sent,
    body: {
      // The first parcel has raised it.
      version: 1,
      carrier: attack('correctTracking.carrier'),
      trackingNumber: attack('correctTracking.trackingNumber'),
      trackingUrl: attack('correctTracking.trackingUrl'),
    },
  })
  const { title: _, ...corrected } = address('correctOrderContact.address')
  await call('correctOrderContact', {
    ...undone,
    body: { version: 0, email: 'corrected@example.com', address: corrected },
  })
  const { title: __, ...moved } = address('editOrder.address')
  await call('editOrder', {
    ...undone,
    body: {
      version: 1,
      items: variantIds.slice(0, 1).map((variantId) => ({ variantId, quantity: 1 })),
      email: 'edited@example.com',
      address: moved,
      difference: await differenceOf(target, undone, variantIds.slice(0, 1)),
    },
  })
  await call('refundOrder', {
    ...sent,
    body: { amount: 5, key: 'one', byHand: true, reason: attack('refundOrder.reason') },
  })
  await call('addOrderNote', { ...sent, body: { text: attack('addOrderNote.text') } })
  await call('cancelOrder', { ...undone, body: { reason: attack('cancelOrder.reason') } })
  await call('cancelMyOrder', {
    ...regretted,
    headers: shopper,
    body: { reason: attack('cancelMyOrder.reason') },
  })
  await refuse(target, refused, shopper, attack)
  await call('deliverOrder', another)
  const returnIds = await writeReturns(target, { orderId: another.params.orderId, shopper }, attack)
  const orderIds = [sent, undone, regretted].map(({ params }) => params.orderId)
  const { title: _name, ...recipient } = address('requestGiftExchange.address')
  return {
    orderIds,
    openOrderId: open.params.orderId,
    returnIds,
    ...(await exchangeGift(target, another, recipient)),
  }
}

/** Sends an order to be paid in cash on delivery, which comes back unpaid. */
async function refuse(
  { call, manager: headers }: TargetShop,
  { params }: { params: { orderId: string } },
  shopper: { authorization: string },
  attack: Attack,
): Promise<void> {
  const staff = { headers, params }
  const customerId = (await call('getOrder', staff)).data.customer?.id ?? ''
  const trust = { headers, params: { customerId } }
  await call('liftOrderLimits', { ...trust, body: { reason: 'Known for years' } })
  await call('initiatePayment', { headers: shopper, params, body: { paymentMethod: 'COD' } })
  await call('restoreOrderLimits', trust)
  await call('shipOrder', { ...staff, body: { carrier: 'DHL', trackingNumber: '1' } })
  await call('markOrderRefused', { ...staff, body: { reason: attack('markOrderRefused.reason') } })
}

/** Asks to exchange the last line of a gift; returns the exchange and the gift's page. */
async function exchangeGift(
  { call, manager: headers }: TargetShop,
  { params }: { params: { orderId: string } },
  address: object,
): Promise<Pick<AttackedOrders, 'giftReturnIds' | 'giftPath'>> {
  const { code, link } = (await call('makeGiftLink', { headers, params })).data
  const { exchangeable } = (await call('openGift', { body: { code } })).data
  const line = exchangeable.findLast(({ exchanges }) => exchanges.length > 0)
  const { data } = await call('requestGiftExchange', {
    body: {
      code,
      lines: [
        {
          variantId: line?.variantId ?? '',
          quantity: 1,
          exchangeFor: line?.exchanges[0]?.variantId ?? '',
        },
      ],
      email: 'recipient@example.com',
      address,
      key: crypto.randomUUID(),
    },
  })
  const { pathname, hash } = new URL(link)
  return { giftReturnIds: data.exchanges.map(({ id }) => id), giftPath: pathname + hash }
}

/** Returns a line of a delivered order three times: it is declined, sent back, and refunded. */
async function writeReturns(
  { call, manager: headers }: TargetShop,
  { orderId, shopper }: { orderId: string; shopper: { authorization: string } },
  attack: Attack,
): Promise<string[]> {
  const params = { orderId }
  const { data: order } = await call('getMyOrder', { headers: shopper, params })
  const variantId = order.items[0]?.variantId ?? ''
  const ask = async () => {
    const { data } = await call('requestReturn', {
      headers: shopper,
      params,
      body: {
        lines: [{ variantId, quantity: 1, reason: 'OTHER' }],
        wish: 'REFUND',
        note: attack('requestReturn.note'),
        key: crypto.randomUUID(),
      },
    })
    return { headers, params: { returnId: data.id } }
  }
  const inspect = async (returned: Awaited<ReturnType<typeof ask>>) => {
    await call('approveReturn', { ...returned, body: { answer: attack('approveReturn.answer') } })
    await call('sendMyReturn', {
      ...returned,
      headers: shopper,
      body: {
        carrier: attack('sendMyReturn.carrier'),
        trackingNumber: attack('sendMyReturn.trackingNumber'),
      },
    })
    await call('receiveReturn', returned)
    const lines = [{ variantId, condition: 'DAMAGED' }]
    return (await call('inspectReturn', { ...returned, body: { lines, feePercent: 0 } })).data
  }
  const declined = await ask()
  await call('declineReturn', { ...declined, body: { answer: attack('declineReturn.answer') } })
  const sentBack = await ask()
  await inspect(sentBack)
  await call('sendReturnBack', {
    ...sentBack,
    body: {
      answer: attack('sendReturnBack.answer'),
      carrier: attack('sendReturnBack.carrier'),
      trackingNumber: attack('sendReturnBack.trackingNumber'),
    },
  })
  const refunded = await ask()
  const { refund } = await inspect(refunded)
  await call('refundReturn', {
    ...refunded,
    body: { amount: refund.amount, reference: attack('refundReturn.reference') },
  })
  return [declined, sentBack, refunded].map(({ params }) => params.returnId)
}

/** The difference that an order with one unit of these variants only makes. */
async function differenceOf(
  { call }: TargetShop,
  of: { params: { orderId: string }; headers: Record<string, string> },
  variantIds: readonly string[],
): Promise<number> {
  const items = variantIds.map((variantId) => ({ variantId, quantity: 1 }))
  const { data } = await call('previewOrderEdit', { ...of, body: { version: 1, items } })
  return data.difference
}

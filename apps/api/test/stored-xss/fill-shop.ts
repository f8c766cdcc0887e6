import { Authenticator } from '../authenticator.ts'
import { homeAddress } from '../buyers.ts'
import { type ChatPage, openChatPage, say } from '../chat-pages.ts'
import type { Attack } from './attacks.ts'
import { type Goods, type TargetShop, writeGoods } from './fill-catalogue.ts'
import { writeContent } from './fill-content.ts'

/** What there is to look at once a shop is full of attacks. */
export interface AttackedShop extends Goods {
  shopper: { email: string; password: string; headers: { authorization: string } }
  /** Shipped and partly paid back, cancelled by staff, cancelled by the shopper. */
  orderIds: string[]
  /** Declined, sent back, and refunded. */
  returnIds: string[]
  /** An exchange that the recipient of a gift has asked for. */
  giftReturnIds: string[]
  roomIds: string[]
  /** Pages of a guest who is attacked by staff, and of staff who are by a guest, with the events they received. */
  guest: ChatPage
  desk: ChatPage
  customerIds: string[]
  /** The page of an adviser's selection. */
  selectionPath: string
}

const password = 'a password of some length'

/** Writes every text there is in a shop, as shoppers and as staff, each with an attack in it. */
export async function fillWithAttacks(target: TargetShop, attack: Attack): Promise<AttackedShop> {
  const { call, manager } = target
  const goods = await writeGoods(target, attack)
  const identifier = goods.products[0]?.identifier ?? ''
  await writeContent(target, { src: goods.src, identifier }, attack)

  await call('addReturnPolicy', {
    headers: manager,
    body: {
      countries: [],
      validFrom: '2026-01-01',
      source: attack('addReturnPolicy.source'),
      noticeDays: 3,
      arrivalDays: 7,
      feeFrom: 30,
      feeUntil: 45,
      isWithdrawal: false,
      refundsDelivery: false,
      shopPaysPostage: false,
      address: attack('addReturnPolicy.address'),
    },
  })
  const shopper = await openAccount(target, { name: attack('register.name') })
  await call('updateProfile', {
    headers: shopper.headers,
    body: { nickName: attack('updateProfile.nickName') },
  })
  await addPasskeys(target, shopper, attack)
  const { orderIds, returnIds, giftReturnIds } = await writeOrders(
    target,
    goods,
    shopper.headers,
    attack,
  )
  const { guest, desk, roomIds } = await converse(target, shopper, goods, attack)

  const named = await openAccount(target, {
    name: attack('register.name'),
    email: attack('register.email'),
  })
  const leaving = await openAccount(target, { name: 'Leaving' })
  const customers = (await call('listCustomers', { headers: manager, query: { size: 100 } })).data
  const idOf = (email: string) => customers.find((customer) => customer.email === email)?.id ?? ''
  await call('liftOrderLimits', {
    headers: manager,
    params: { customerId: idOf(named.email) },
    body: { reason: attack('liftOrderLimits.reason') },
  })
  const { data: selection } = await call('makeAdviserSelection', {
    headers: manager,
    params: { customerId: idOf(named.email) },
    body: {
      lines: goods.variantIds.slice(0, 1).map((variantId) => ({ variantId, quantity: 1 })),
      note: attack('makeAdviserSelection.note'),
      isEmailed: true,
    },
  })
  await call('blockCustomer', {
    headers: manager,
    params: { customerId: idOf(named.email) },
    body: { reason: attack('blockCustomer.reason') },
  })
  await call('deleteCustomer', {
    headers: manager,
    params: { customerId: idOf(leaving.email) },
    body: { reason: 'Asked by letter' },
  })
  await call('inviteStaff', {
    headers: manager,
    body: {
      email: attack('inviteStaff.email'),
      name: attack('inviteStaff.name'),
      staffRole: 'SUPPORT',
    },
  })
  const customerIds = [idOf(shopper.email), idOf(named.email)]
  const selectionPath = new URL(selection.link).pathname
  return {
    ...goods,
    shopper,
    orderIds,
    returnIds,
    giftReturnIds,
    roomIds,
    guest,
    desk,
    customerIds,
    selectionPath,
  }
}

/** Adds a passkey of a shopper, and one of staff, which confirms its own removal. */
async function addPasskeys(
  { call, publicUrl, manager }: TargetShop,
  { headers }: { headers: { authorization: string } },
  attack: Attack,
) {
  const passkey = new Authenticator(publicUrl).make((await call('beginPasskey', { headers })).data)
  await call('addPasskey', { headers, body: { name: attack('addPasskey.name'), passkey } })

  const own = { headers: manager }
  const device = new Authenticator(publicUrl)
  const made = device.make((await call('beginStaffPasskey', own)).data)
  await call('addStaffPasskey', {
    ...own,
    body: { name: attack('addStaffPasskey.name'), passkey: made },
  })
  const signed = device.sign((await call('beginPasskeyConfirmation', own)).data)
  await call('confirmAction', { ...own, body: { passkey: signed } })
  const [added] = (await call('getMySecurity', own)).data.passkeys
  await call('removeStaffPasskey', { ...own, params: { passkeyId: added?.id ?? '' } })
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

async function openAccount(
  { call }: TargetShop,
  { name, email = `${crypto.randomUUID()}@example.com` }: { name: string; email?: string },
) {
  const { data } = await call('register', { body: { name, email, password } })
  return { email, password, headers: { authorization: `Bearer ${data.accessToken}` } }
}

async function writeOrders(
  target: TargetShop,
  { variantIds, couponCode }: Goods,
  shopper: { authorization: string },
  attack: Attack,
): Promise<{ orderIds: string[]; returnIds: string[]; giftReturnIds: string[] }> {
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
  const [sent, another, undone, regretted] = [
    await buy(first.id, { couponCode, gift }),
    await buy(second.id, { gift }),
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
    body: { version: 0, email: attack('correctOrderContact.email'), address: corrected },
  })
  const { title: __, ...moved } = address('editOrder.address')
  await call('editOrder', {
    ...undone,
    body: {
      version: 1,
      items: variantIds.slice(0, 1).map((variantId) => ({ variantId, quantity: 1 })),
      email: attack('editOrder.email'),
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
  await call('deliverOrder', another)
  const returnIds = await writeReturns(target, { orderId: another.params.orderId, shopper }, attack)
  const orderIds = [sent, undone, regretted].map(({ params }) => params.orderId)
  const { title: _name, ...recipient } = address('requestGiftExchange.address')
  return { orderIds, returnIds, giftReturnIds: await exchangeGift(target, another, recipient) }
}

/** Asks to exchange the last line of a gift. */
async function exchangeGift(
  { call, manager: headers }: TargetShop,
  { params }: { params: { orderId: string } },
  address: object,
): Promise<string[]> {
  const { code } = (await call('makeGiftLink', { headers, params })).data
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
  return data.exchanges.map(({ id }) => id)
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

async function converse(
  target: TargetShop,
  shopper: { headers: { authorization: string } },
  { products, variantIds }: Goods,
  attack: Attack,
) {
  const { call, manager: headers, app } = target
  const bearer = (from: { authorization: string }) => from.authorization.slice('Bearer '.length)
  const guest = await openChatPage({ app } as never)
  const page = await openChatPage({ app } as never, { accessToken: bearer(shopper.headers) })
  const desk = await openChatPage({ app } as never, { accessToken: bearer(headers) })
  await desk.get('support:watch')
  const ofGuest = await say(guest, attack('chat:sendMessage.content'))
  const ofShopper = await say(page, attack('chat:sendMessage.content'))
  const roomIds = [ofGuest.roomId, ofShopper.roomId]
  for (const roomId of roomIds) {
    await desk.get('support:enter', { roomId })
    await desk.get('support:sendMessage', {
      roomId,
      content: attack('support:sendMessage.content'),
      clientMessageId: crypto.randomUUID(),
      productIds: products.map(({ id }) => id),
    })
  }
  const lines = variantIds.slice(0, 1).map((variantId) => ({ variantId, quantity: 1 }))
  await call('sendAdviserSelection', {
    headers,
    params: { roomId: ofShopper.roomId },
    body: { lines, note: attack('sendAdviserSelection.note') },
  })
  await guest.get('chat:leaveEmail', {
    roomId: ofGuest.roomId,
    email: attack('chat:leaveEmail.email'),
  })
  page.socket.disconnect()

  const reply = (name: 'createCannedReply' | 'updateCannedReply') => ({
    title: attack(`${name}.title`),
    content: attack(`${name}.content`),
  })
  await call('createCannedReply', { headers, body: reply('createCannedReply') })
  const body = { title: 'Other', content: 'Good day.' }
  const { data: kept } = await call('createCannedReply', { headers, body })
  await call('updateCannedReply', {
    headers,
    params: { id: kept.id },
    body: { ...reply('updateCannedReply'), updatedAt: kept.updatedAt },
  })
  return { guest, desk, roomIds }
}

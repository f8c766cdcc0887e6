import { toLocalTime } from '@solvane/contract/time-zone'
import { Authenticator } from '../authenticator.ts'
import { type ChatPage, openChatPage, say } from '../chat-pages.ts'
import type { Attack } from './attacks.ts'
import { type Goods, type TargetShop, writeGoods } from './fill-catalogue.ts'
import { writeContent } from './fill-content.ts'
import { type AttackedOrders, writeOrders } from './fill-orders.ts'

/** What there is to look at once a shop is full of attacks. */
export interface AttackedShop extends Goods, AttackedOrders {
  shopper: { email: string; password: string; headers: { authorization: string } }
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
      validFrom: toLocalTime(new Date(), 'Europe/Paris').slice(0, 10),
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
  const orders = await writeOrders(target, goods, shopper.headers, attack)
  const { guest, desk, roomIds } = await converse(target, shopper, goods, attack)

  const named = await openAccount(target, {
    name: attack('register.name'),
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
  await call('makeSelectionForCaller', {
    headers: manager,
    body: {
      lines: goods.variantIds.slice(0, 1).map((variantId) => ({ variantId, quantity: 1 })),
      note: attack('makeSelectionForCaller.note'),
      email: 'caller@example.com',
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
      email: 'invited@example.com',
      name: attack('inviteStaff.name'),
      staffRole: 'SUPPORT',
    },
  })
  const customerIds = [idOf(shopper.email), idOf(named.email)]
  const selectionPath = new URL(selection.link).pathname
  return {
    ...goods,
    shopper,
    ...orders,
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

async function openAccount(
  { call }: TargetShop,
  { name, email = `${crypto.randomUUID()}@example.com` }: { name: string; email?: string },
) {
  const { data } = await call('register', { body: { name, email, password } })
  return { email, password, headers: { authorization: `Bearer ${data.accessToken}` } }
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
    email: 'guest@example.com',
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

import { homeAddress } from '../buyers.ts'
import type { TestVariant } from '../product-factory.ts'
import { askReturn, deliveredOrder } from '../returns.ts'
import { sendPictures } from '../send-files.ts'
import { type SignedUp, signUp } from '../sign-up.ts'
import type { TestShop } from '../test-shop.ts'

/** The ids of the table's owner. */
interface Named {
  variant: { id: string }
  /** An order that was delivered, and its invoice. */
  deliveredOrderId: string
  invoiceId: string
  /** A requested return, its photo, and a cancelled return. */
  returnId: string
  returnPhotoId: string
  endedReturnId: string
}

/**
 * Makes a delivered order with its invoice and returns; `secrets` are its texts that nobody else
 * may read.
 */
export async function makeReturns(
  shop: TestShop,
  buyer: SignedUp & { addressId: string },
  variant: TestVariant,
  photo: Buffer,
): Promise<Omit<Named, 'variant'> & { secrets: string[] }> {
  const { headers } = buyer
  const staff = await signUp(shop, { role: 'ADMIN' })
  const options = { quantity: 2, method: 'COD' } as const
  const order = await deliveredOrder(shop, { buyer, staff }, [variant], options)
  const lines = [{ variantId: variant.id }]
  const ended = await askReturn(shop, buyer, order.id, lines)
  await shop.call('cancelMyReturn', { headers, params: { returnId: ended.id } })
  const [picture] = await sendPictures(shop, headers, [photo], 'CHAT')
  const returnPhotoId = picture?.id ?? ''
  const note = 'A note of the owner alone'
  const asked = await askReturn(shop, buyer, order.id, lines, { note, photoIds: [returnPhotoId] })
  const [invoice] = order.documents
  if (!invoice) throw new Error('The delivered order has no invoice')
  return {
    deliveredOrderId: order.id,
    invoiceId: invoice.id,
    returnId: asked.id,
    returnPhotoId,
    endedReturnId: ended.id,
    secrets: [
      ...[order.id, order.orderNumber, invoice.id, invoice.number, returnPhotoId, note],
      ...[asked, ended].flatMap(({ id, returnNumber }) => [id, returnNumber]),
    ],
  }
}

const nobody = '00000000-0000-4000-8000-000000000000'
/** For shoppers: of another's order or return. */
const theirs = <Input>(input: (owner: Named) => Input) => ({ guest: 401, user: 404, input })
const code = 'A0B1C2D3E4F5G6H7J8K9M0N1P2'
const { title: _title, ...recipientAddress } = homeAddress
const ofOrder = ({ deliveredOrderId: orderId }: Named) => ({ params: { orderId } })
const ofReturn =
  (body?: object) =>
  ({ returnId }: Named) => ({ params: { returnId }, body })
const ofPhoto = ({ returnId, returnPhotoId: photoId }: Named) => ({ params: { returnId, photoId } })
/** For staff to read. */
const staff = <Input>(input: (owner: Named) => Input) => ({
  guest: 401,
  user: 403,
  admin: 200,
  isForStaffToRead: true as const,
  input,
})
const staffList = staff(() => ({}))
/** For staff; too late for a return that is cancelled. */
const staffStep = (body?: object) => ({
  ...staff(({ endedReturnId: returnId }) => ({ params: { returnId }, body })),
  admin: 409,
})

/** The endpoints of taxes and invoices. */
export const invoicesIsolation = {
  getMyInvoice: theirs(({ deliveredOrderId: orderId, invoiceId: id }) => ({
    params: { orderId, id },
  })),
  listInvoices: staffList,
  getInvoice: staff(({ invoiceId }) => ({ params: { invoiceId } })),
  getInvoicing: staffList,
  saveInvoicing: {
    guest: 401,
    user: 403,
    admin: 400,
    input: () => ({ body: { version: 'of another', document: {} } }),
  },
  listTaxRules: staffList,
  addTaxRule: { guest: 401, user: 403, admin: 400, input: () => ({ body: { country: 'FR' } }) },
}

/** The endpoints of returns. */
export const returnsIsolation = {
  getReturnOptions: theirs(ofOrder),
  requestReturn: theirs((owner) => ({
    ...ofOrder(owner),
    body: {
      lines: [{ variantId: owner.variant.id, quantity: 1, reason: 'OTHER' }],
      wish: 'REFUND',
      key: 'one',
    },
  })),
  getMyReturn: theirs(ofReturn()),
  getReturnPhoto: theirs(ofPhoto),
  sendMyReturn: theirs(ofReturn({})),
  cancelMyReturn: theirs(ofReturn()),
  withdrawFromOrder: {
    guest: 200,
    user: 200,
    input: () => ({ body: { orderNumber: 'SV1', email: 'nobody@example.com' } }),
  },

  openGift: { guest: 400, user: 400, input: () => ({ body: { code } }) },
  requestGiftExchange: {
    guest: 400,
    user: 400,
    input: (owner: Named) => ({
      body: {
        code,
        lines: [{ variantId: owner.variant.id, quantity: 1, exchangeFor: nobody }],
        email: 'nobody@example.com',
        address: recipientAddress,
        key: nobody,
      },
    }),
  },
  cancelGiftExchange: {
    guest: 400,
    user: 400,
    input: () => ({ body: { code, returnId: nobody } }),
  },

  listReturnPolicies: staffList,
  addReturnPolicy: {
    guest: 401,
    user: 403,
    admin: 400,
    input: () => ({ body: { countries: [], validFrom: '2026-01-01', source: '' } }),
  },

  listReturns: staffList,
  countReturns: staffList,
  getReturn: staff(ofReturn()),
  getStaffReturnPhoto: staff(ofPhoto),
  approveReturn: staffStep({}),
  declineReturn: staffStep({ answer: 'Too late' }),
  receiveReturn: staffStep(),
  inspectReturn: staffStep({
    lines: [{ variantId: nobody, condition: 'RESTOCK' }],
    feePercent: 0,
  }),
  refundReturn: staffStep({ amount: 1 }),
  exchangeReturn: staffStep(),
  cancelWithdrawnOrder: staffStep(),
  sendReturnBack: staffStep({ answer: 'Worn', carrier: 'Nobody', trackingNumber: '0' }),
}

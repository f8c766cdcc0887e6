import { homeAddress } from '../buyers.ts'

/** The ids of the table's owner. */
interface Named {
  orderId: string
  pictureId: string
  variant: { id: string }
}

const nobody = '00000000-0000-4000-8000-000000000000'
/** For shoppers: of another's order, or of no return. */
const theirs = <Input>(input: (owner: Named) => Input) => ({ guest: 401, user: 404, input })
const code = 'A0B1C2D3E4F5G6H7J8K9M0N1P2'
const { title: _title, ...recipientAddress } = homeAddress
const ofOrder = ({ orderId }: Named) => ({ params: { orderId } })
const ofNoReturn = (body?: object) => () => ({ params: { returnId: nobody }, body })
const ofNoPhoto = ({ pictureId }: Named) => ({
  params: { returnId: nobody, photoId: pictureId },
})
const staff = (admin: number, body?: object) => ({
  guest: 401,
  user: 403,
  admin,
  isForStaffToRead: true as const,
  input: ofNoReturn(body),
})

/** The endpoints of taxes and invoices. */
export const invoicesIsolation = {
  getMyInvoice: theirs(({ orderId }) => ({ params: { orderId, id: nobody } })),
  listInvoices: staff(200),
  getInvoice: { ...staff(404), input: () => ({ params: { invoiceId: nobody } }) },
  getInvoicing: staff(200),
  saveInvoicing: {
    guest: 401,
    user: 403,
    admin: 400,
    input: () => ({ body: { version: 'of another', document: {} } }),
  },
  listTaxRules: staff(200),
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
  getMyReturn: theirs(ofNoReturn()),
  getReturnPhoto: theirs(ofNoPhoto),
  sendMyReturn: theirs(ofNoReturn({})),
  cancelMyReturn: theirs(ofNoReturn()),
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

  listReturnPolicies: staff(200),
  addReturnPolicy: {
    guest: 401,
    user: 403,
    admin: 400,
    input: () => ({ body: { countries: [], validFrom: '2026-01-01', source: '' } }),
  },

  listReturns: staff(200),
  countReturns: staff(200),
  getReturn: staff(404),
  getStaffReturnPhoto: { ...staff(404), input: ofNoPhoto },
  approveReturn: staff(404, {}),
  declineReturn: staff(404, { answer: 'Too late' }),
  receiveReturn: staff(404),
  inspectReturn: staff(404, {
    lines: [{ variantId: nobody, condition: 'RESTOCK' }],
    feePercent: 0,
  }),
  refundReturn: staff(404, { amount: 1 }),
  exchangeReturn: staff(404),
  cancelWithdrawnOrder: staff(404),
  sendReturnBack: staff(404, { answer: 'Worn', carrier: 'Nobody', trackingNumber: '0' }),
}

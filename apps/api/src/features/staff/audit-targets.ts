import type { EndpointName } from '@solvane/contract/paths'
import type { AuditSubjectKind } from '@solvane/contract/staff'
import type { Queryable } from '../../platform/database/database.ts'
import { productsOfVariants } from './audit-subjects.queries.ts'

/** The request and response of an action. */
interface Exchange {
  params: Record<string, string>
  body: Record<string, unknown>
  /** `data` of the response; empty before. */
  data: Record<string, unknown>
}

interface Target {
  kind: AuditSubjectKind
  /** Ids of the subjects; of created ones, from the response. */
  ids: (exchange: Exchange) => unknown[]
}

const named = (kind: AuditSubjectKind, param: string): Target => ({
  kind,
  ids: ({ params }) => [params[param]],
})
const made = (kind: AuditSubjectKind, field = 'id'): Target => ({
  kind,
  ids: ({ data }) => [data[field]],
})
const content = (key: string): Target => ({ kind: 'CONTENT', ids: () => [key] })

const product = named('PRODUCT', 'id')
const order = named('ORDER', 'orderId')
const returned = named('RETURN', 'returnId')
const customer = named('CUSTOMER', 'customerId')
const member = named('STAFF', 'userId')
const category = named('CATEGORY', 'id')
const coupon = named('COUPON', 'couponId')
const reply = named('CANNED_REPLY', 'id')
const room = named('CONVERSATION', 'roomId')
const synonym: Target = { kind: 'SYNONYM', ids: ({ params, body }) => [params.id, body.term] }
const searchTerm: Target = { kind: 'SEARCH_TERM', ids: ({ body }) => [body.term] }

const targets: Partial<Record<EndpointName, Target>> = {
  createProduct: made('PRODUCT'),
  updateProduct: product,
  deleteProduct: product,
  restoreProduct: product,
  duplicateProduct: made('PRODUCT'),
  saveProductTurn: product,
  deleteProductTurn: product,
  applyBulkEdit: {
    kind: 'PRODUCT',
    ids: ({ body }) => (body.products as { id: string }[]).map(({ id }) => id),
  },
  createColor: { kind: 'COLOR', ids: ({ data }) => [data.name] },
  updateColor: { kind: 'COLOR', ids: ({ params, body }) => [params.name, body.name] },

  shipOrder: order,
  takeOrderSteps: { kind: 'ORDER', ids: ({ body }) => body.orderIds as unknown[] },
  shipOrders: {
    kind: 'ORDER',
    ids: ({ body }) => (body.orders as { orderId: string }[]).map(({ orderId }) => orderId),
  },
  correctTracking: order,
  sendParcel: order,
  correctOrderContact: order,
  editOrder: order,
  sendOrderEmail: order,
  deliverOrder: order,
  completeOrder: order,
  cancelOrder: order,
  refundOrder: order,
  markOrderPaid: order,
  collectCash: order,
  markOrderRefused: order,
  addOrderNote: order,
  makeGiftLink: order,
  resolvePaymentReview: order,

  approveReturn: returned,
  declineReturn: returned,
  receiveReturn: returned,
  inspectReturn: returned,
  refundReturn: returned,
  exchangeReturn: returned,
  cancelWithdrawnOrder: returned,
  sendReturnBack: returned,

  blockCustomer: customer,
  unblockCustomer: customer,
  sendCustomerVerification: customer,
  exportCustomer: customer,
  deleteCustomer: customer,
  liftOrderLimits: customer,
  restoreOrderLimits: customer,

  createCoupon: made('COUPON'),
  updateCoupon: coupon,
  setCouponEnabled: coupon,

  inviteStaff: made('STAFF'),
  sendInvitation: member,
  changeStaffRole: member,
  removeStaff: member,

  resendEmail: named('EMAIL', 'emailId'),

  saveHome: content('home'),
  saveSettings: content('settings'),
  saveDelivery: content('delivery'),
  saveGifts: content('gifts'),
  saveInvoicing: content('invoicing'),
  savePriceRules: { kind: 'PRICE_RULES', ids: () => ['rules'] },
  saveAvailability: content('availability'),
  saveRecommendations: content('recommendations'),
  saveFaq: content('faq'),
  savePage: { kind: 'CONTENT', ids: ({ params }) => [`page:${params.slug}`] },

  createSynonym: synonym,
  updateSynonym: synonym,
  deleteSynonym: synonym,
  dismissNoResultSearch: searchTerm,
  restoreNoResultSearch: searchTerm,

  createCategory: made('CATEGORY'),
  updateCategory: category,
  moveCategory: category,
  deleteCategory: category,
  saveCategoryArrangement: category,

  createCannedReply: made('CANNED_REPLY'),
  updateCannedReply: reply,
  deleteCannedReply: reply,
  setOfficeHours: { kind: 'OFFICE_HOURS', ids: () => ['hours'] },

  takeConversation: room,
  assignConversation: room,
  releaseConversation: room,
  closeConversation: room,
  reopenConversation: room,
}

/** The endpoints that change stock of variants. */
const stockCalls = new Set<EndpointName>(['adjustStock', 'saveInventory', 'receiveGoods'])

/** The input of an endpoint. */
export type ActionInput = { params?: unknown; body?: unknown }

/** The ids of the subjects of an action, given its response or before it. */
export async function subjectIdsOf(
  db: Queryable,
  call: EndpointName,
  input: ActionInput,
  data: unknown,
): Promise<string[]> {
  const exchange = {
    params: (input.params ?? {}) as Exchange['params'],
    body: (input.body ?? {}) as Exchange['body'],
    data: (data ?? {}) as Exchange['data'],
  }
  // A variant's stock is recorded under its product.
  if (call === 'adjustStock') return productsOfVariants(db, [String(exchange.params.id)])
  if (call === 'saveInventory' || call === 'receiveGoods') {
    const lines = exchange.body.lines as { variantId: string }[]
    return productsOfVariants(
      db,
      lines.map(({ variantId }) => variantId),
    )
  }
  const ids = targets[call]?.ids(exchange) ?? []
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}

/** The kind of subject that an endpoint changes; undefined where the audit log names none. */
export function subjectKindOf(call: EndpointName): AuditSubjectKind | undefined {
  return stockCalls.has(call) ? 'PRODUCT' : targets[call]?.kind
}

import { isDeepStrictEqual } from 'node:util'
import type { EndpointName } from '@solvane/contract/paths'
import type { AuditSubjectKind } from '@solvane/contract/staff'
import type { Queryable } from '../../platform/database/database.ts'
import {
  insertSubjects,
  productsOfVariants,
  readSnapshots,
  type Snapshot,
} from './audit-subjects.queries.ts'

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

const targets: Partial<Record<EndpointName, Target>> = {
  createProduct: made('PRODUCT'),
  updateProduct: product,
  deleteProduct: product,
  restoreProduct: product,
  duplicateProduct: made('PRODUCT'),
  applyBulkEdit: {
    kind: 'PRODUCT',
    ids: ({ body }) => (body.products as { id: string }[]).map(({ id }) => id),
  },
  createColor: { kind: 'COLOR', ids: ({ data }) => [data.name] },

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

  createCategory: made('CATEGORY'),
  updateCategory: category,
  moveCategory: category,
  deleteCategory: category,
  saveSelection: category,

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

/** What changes stock of variants. */
const stockCalls = new Set<EndpointName>(['adjustStock', 'saveInventory', 'receiveGoods'])

/** The subjects of an action, in their previous state. */
export interface Subjects {
  kind: AuditSubjectKind
  before: Map<string, Snapshot>
}

type Input = { params?: unknown; body?: unknown }

async function idsOf(
  db: Queryable,
  call: EndpointName,
  input: Input,
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

function kindOf(call: EndpointName): AuditSubjectKind | undefined {
  return stockCalls.has(call) ? 'PRODUCT' : targets[call]?.kind
}

/** Reads the subjects of an action; null if it has none. */
export async function readSubjects(
  db: Queryable,
  call: EndpointName,
  input: Input,
): Promise<Subjects | null> {
  const kind = kindOf(call)
  if (!kind) return null
  return { kind, before: await readSnapshots(db, kind, await idsOf(db, call, input, {})) }
}

/**
 * Records the subjects of an action, and their new state after a success. A concurrent change of
 * others is included.
 */
export async function recordSubjects(
  db: Queryable,
  { kind, before }: Subjects,
  {
    entryId,
    call,
    input,
    isDone,
    data,
    shortened,
  }: {
    entryId: string
    call: EndpointName
    input: Input
    isDone: boolean
    data: unknown
    /** Shortens a value for storage. */
    shortened: (value: unknown) => unknown
  },
): Promise<void> {
  const ids = [...new Set([...before.keys(), ...(await idsOf(db, call, input, data))])]
  await insertChanges(db, { kind, before }, { entryId, ids, isDone, shortened })
}

/** Records the changes of these subjects since `before`. */
async function insertChanges(
  db: Queryable,
  { kind, before }: Subjects,
  {
    entryId,
    ids,
    isDone,
    shortened,
  }: { entryId: string; ids: string[]; isDone: boolean; shortened: (value: unknown) => unknown },
): Promise<void> {
  const after = isDone ? await readSnapshots(db, kind, ids) : before
  const rows = ids.flatMap((id) => {
    const [was, is] = [before.get(id), after.get(id)]
    const known = is ?? was
    if (!known) return []
    return {
      entry_id: entryId,
      kind,
      subject_id: id,
      label: known.label,
      // The person's data was deleted with the account, so it must not be stored again.
      changes:
        isDone && !is?.state.isClosed ? changesBetween(was?.state, is?.state, shortened) : null,
      version: isDone ? (is?.version ?? null) : null,
      user_id: known.user_id,
    }
  })
  // A bulk edit names many products; unchanged ones are omitted.
  const changed = rows.length > 1 && isDone ? rows.filter(({ changes }) => !isEmpty(changes)) : rows
  await insertSubjects(db, changed)
}

/**
 * Records the changes that `work` makes to these products under an existing entry: a job of staff
 * that changes many, batch by batch.
 */
export async function recordProductChanges<Result>(
  tx: Queryable,
  {
    entryId,
    ids,
    shortened,
  }: { entryId: string; ids: string[]; shortened: (value: unknown) => unknown },
  work: () => Promise<Result>,
): Promise<Result> {
  const before = await readSnapshots(tx, 'PRODUCT', ids)
  const result = await work()
  await insertChanges(tx, { kind: 'PRODUCT', before }, { entryId, ids, isDone: true, shortened })
  return result
}

function isEmpty(changes: object | null): boolean {
  return changes === null || Object.keys(changes).length === 0
}

/** The changed fields, variants by name: `variants.Ink / S.price`. */
function changesBetween(
  before: Record<string, unknown> | undefined,
  after: Record<string, unknown> | undefined,
  shortened: (value: unknown) => unknown,
): Record<string, { before: unknown; after: unknown }> {
  const [was, is] = [flat(before), flat(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return Object.fromEntries(
    names
      .filter((name) => !isDeepStrictEqual(was[name] ?? null, is[name] ?? null))
      .map((name) => [
        name,
        { before: shortened(was[name] ?? null), after: shortened(is[name] ?? null) },
      ]),
  )
}

function flat(state: Record<string, unknown> | undefined): Record<string, unknown> {
  const { variants, ...fields } = state ?? {}
  const flattened = Object.entries((variants ?? {}) as Record<string, Record<string, unknown>>)
  return Object.assign(
    fields,
    ...flattened.map(([variant, parts]) =>
      Object.fromEntries(
        Object.entries(parts).map(([name, value]) => [`variants.${variant}.${name}`, value]),
      ),
    ),
  )
}

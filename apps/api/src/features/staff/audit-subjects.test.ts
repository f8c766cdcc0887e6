import type { AuditEntry } from '@solvane/contract/staff'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Buyer, homeAddress, makeBuyer, order } from '../../../test/buyers.ts'
import { importCsv } from '../../../test/csv-files.ts'
import { begin } from '../../../test/payments.ts'
import { addProduct, asDraft, draftProduct } from '../../../test/product-drafts.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let owner: SignedUp
let manager: SignedUp
beforeAll(async () => {
  shop = await openTestShop()
  owner = await signUp(shop, { role: 'ADMIN', staffRole: 'OWNER' })
  manager = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
})
afterAll(() => shop.close())

const entries = async (query: Record<string, string>): Promise<AuditEntry[]> =>
  (await shop.call('listAuditEntries', { headers: owner.headers, query })).data
const newest = async (query: Record<string, string>) => {
  const [entry] = await entries(query)
  if (!entry) throw new Error(`No entry of ${JSON.stringify(query)}`)
  return entry
}

describe('a change of a product', () => {
  test('is found by the product’s name, with the fields before and after', async () => {
    const made = await addProduct(shop, manager, { name: 'Ponza Tote' })
    const [variant] = asDraft(made).variants
    await shop.call('updateProduct', {
      headers: manager.headers,
      params: { id: made.id },
      body: { ...asDraft(made), material: 'Raffia', variants: [{ ...variant, price: 120.5 }] },
    })
    const [edit, creation] = await entries({ q: 'ponza', actorId: manager.userId })
    expect(edit).toMatchObject({
      call: 'updateProduct',
      actor: { id: manager.userId },
      outcome: 'DONE',
      subjectCount: 1,
    })
    expect(edit?.subjects).toEqual([
      {
        kind: 'PRODUCT',
        id: made.id,
        label: 'Ponza Tote',
        path: `/products/${made.id}`,
        changes: {
          material: { before: 'Felt', after: 'Raffia' },
          'variants.Default.price': { before: 100, after: 120.5 },
        },
      },
    ])
    expect(creation?.subjects).toMatchObject([
      { label: 'Ponza Tote', changes: { name: { before: null, after: 'Ponza Tote' } } },
    ])
  })

  test('in a bulk edit is recorded for each changed product', async () => {
    const products = [
      await addProduct(shop, manager, { name: 'Bulk Clutch' }),
      await addProduct(shop, manager, { name: 'Bulk Wallet' }),
    ]
    const change = { kind: 'price', by: { unit: 'percent', value: 10 }, rounding: '0.01' }
    await shop.call('previewBulkEdit', {
      headers: manager.headers,
      body: { ids: products.map(({ id }) => id), change },
    })
    await shop.call('applyBulkEdit', {
      headers: manager.headers,
      body: { products: products.map(({ id, version }) => ({ id, version })), change },
    })
    const [bulk, ...rest] = await entries({ q: 'bulk wallet' })
    expect(bulk).toMatchObject({ call: 'applyBulkEdit', subjectCount: 2 })
    expect(bulk?.subjects[0]).toMatchObject({
      label: 'Bulk Wallet',
      changes: { 'variants.Default.price': { before: 100, after: 110 } },
    })
    expect(rest.map(({ call }) => call)).toEqual(['createProduct'])
  })

  test('of stock is recorded with the variant', async () => {
    const made = await addProduct(shop, manager, { name: 'Counted Bag' }, 7)
    const { subjects } = await newest({ q: 'counted bag', call: 'adjustStock' })
    expect(subjects).toMatchObject([
      { id: made.id, changes: { 'variants.Default.stock': { before: 0, after: 7 } } },
    ])
  })

  test('that was rejected, or changed nothing, has no fields', async () => {
    const made = await addProduct(shop, manager, { name: 'Same Pouch' })
    const save = (version: number) =>
      shop.call('updateProduct', {
        headers: manager.headers,
        params: { id: made.id },
        body: { ...asDraft(made), version },
      })
    await save(made.version)
    expect((await newest({ target: made.id })).subjects).toMatchObject([{ changes: {} }])
    await rejectionOf(save(made.version + 5))
    expect(await newest({ target: made.id })).toMatchObject({
      outcome: 'STALE_EDIT',
      subjects: [{ label: 'Same Pouch', changes: null }],
    })
  })
})

describe('endpoints without effect', () => {
  test('such as previews and dry runs are not listed', async () => {
    const before = (await entries({ actorId: manager.userId, size: '100' })).length
    const made = await addProduct(shop, manager)
    const change = { kind: 'new', isNew: true }
    await shop.call('previewBulkEdit', {
      headers: manager.headers,
      body: { ids: [made.id], change },
    })
    await importCsv(shop, manager.headers, `identifier,name\n${made.identifier},Another`)
    const now = await entries({ actorId: manager.userId, size: '100' })
    expect(now.length - before).toBe(1)
  })

  test('an import lists the products it has changed, with old and new values', async () => {
    const [changed, same] = [await addProduct(shop, manager), await addProduct(shop, manager)]
    const csv = `identifier,name\n${changed.identifier},Ponza Tote\n${same.identifier},${same.name}`
    const job = await importCsv(shop, manager.headers, csv, { apply: true })
    expect(job).toMatchObject({ state: 'DONE', linesFailed: 0 })
    expect(await entries({ q: 'Ponza Tote', call: 'applyProductImport' })).toMatchObject([
      {
        call: 'applyProductImport',
        target: job.id,
        subjects: [
          {
            kind: 'PRODUCT',
            id: changed.id,
            changes: { name: { before: changed.name, after: 'Ponza Tote' } },
          },
        ],
      },
    ])
  })
})

describe('a subject of each kind', () => {
  const wording = () => ({ title: `Reply ${crypto.randomUUID()}`, content: 'Good day' })

  test('has a name when it is created, and after it is deleted', async () => {
    const { data: reply } = await shop.call('createCannedReply', {
      headers: manager.headers,
      body: wording(),
    })
    await shop.call('deleteCannedReply', { headers: manager.headers, params: { id: reply.id } })
    expect(await entries({ q: reply.title })).toMatchObject([
      {
        call: 'deleteCannedReply',
        subjects: [
          { label: reply.title, changes: { title: { before: reply.title, after: null } } },
        ],
      },
      {
        call: 'createCannedReply',
        subjects: [
          { label: reply.title, changes: { title: { before: null, after: reply.title } } },
        ],
      },
    ])
  })

  test('can be filtered by', async () => {
    await shop.call('createCannedReply', { headers: manager.headers, body: wording() })
    const found = await entries({ kind: 'CANNED_REPLY', size: '100' })
    expect(found.length).toBeGreaterThan(0)
    expect(found.flatMap(({ subjects }) => subjects.map(({ kind }) => kind))).toEqual(
      found.map(() => 'CANNED_REPLY'),
    )
  })

  test('of content names its part', async () => {
    const { data } = await shop.call('getDeliveryDraft', { headers: manager.headers })
    const cutOff = data.document.cutOff === '14:00' ? '15:00' : '14:00'
    await shop.call('saveDelivery', {
      headers: manager.headers,
      body: { version: data.version, document: { ...data.document, cutOff } },
    })
    const { subjects } = await newest({ kind: 'CONTENT' })
    expect(subjects).toMatchObject([{ label: 'Delivery', path: '/delivery' }])
    expect(Object.keys(subjects[0]?.changes ?? {})).toHaveLength(1)
  })

  test.each([
    ['a role', 'changeStaffRole', { staffRole: 'SUPPORT' }, 'staffRole', 'MANAGER', 'SUPPORT'],
    ['a block', 'blockCustomer', { reason: 'Fraud' }, 'isBlocked', false, true],
  ] as const)('is a person: %s', async (_title, call, body, field, before, after) => {
    const isStaff = call === 'changeStaffRole'
    const person = await signUp(shop, isStaff ? { role: 'ADMIN', staffRole: 'MANAGER' } : {})
    await shop.call(call, {
      headers: owner.headers,
      params: { userId: person.userId, customerId: person.userId },
      body,
    })
    const [subject] = (await newest({ call, target: person.userId })).subjects
    expect(subject?.changes?.[field]).toEqual({ before, after })
  })
})

describe('the data of a person', () => {
  const personal = async (buyer: Buyer) => {
    const { rows } = await shop.ctx.db.pool.query(
      'select concat(to_jsonb(e), to_jsonb(s)) as kept from audit_entry e left join audit_subject s on s.entry_id = e.id',
    )
    const kept = JSON.stringify(rows)
    return [buyer.email, '8 Spring Street', 'asked twice', 'her uncle', 'stolen cards'].filter(
      (one) => kept.toLowerCase().includes(one.toLowerCase()),
    )
  }

  test('is deleted with the account; the entry stays', async () => {
    const buyer = await makeBuyer(shop)
    const placed = await order(shop, buyer, [await anyVariant()])
    await begin(shop, buyer, placed.id, 'COD')
    const { title: _, ...address } = { ...homeAddress, streetAddress: '8 Spring Street' }
    await shop.call('correctOrderContact', {
      headers: manager.headers,
      params: { orderId: placed.id },
      body: { version: 0, address },
    })
    await shop.call('cancelOrder', {
      headers: manager.headers,
      params: { orderId: placed.id },
      body: { reason: 'asked twice' },
    })
    const correction = await newest({ call: 'correctOrderContact', target: placed.id })
    expect(correction.subjects).toMatchObject([
      {
        label: placed.orderNumber,
        changes: { streetAddress: { before: '7 Spring Street', after: '8 Spring Street' } },
      },
    ])
    await shop.call('makeSelectionForCaller', {
      headers: manager.headers,
      body: {
        lines: [{ variantId: (await anyVariant()).id, quantity: 1 }],
        note: 'As we said',
        email: buyer.email.toUpperCase(),
      },
    })
    // What staff do for an address is the account's once it has confirmed it.
    await shop.ctx.db.pool.query('update users set email_verified_at = now() where id = $1', [
      buyer.userId,
    ])
    const params = { customerId: buyer.userId }
    await shop.call('blockCustomer', {
      headers: manager.headers,
      params,
      body: { reason: 'stolen cards' },
    })
    await shop.call('deleteCustomer', {
      headers: manager.headers,
      params,
      body: { reason: 'By e-mail of her uncle' },
    })
    expect(await newest({ call: 'deleteCustomer', target: buyer.userId })).toMatchObject({
      input: {},
      outcome: 'DONE',
      subjects: [{ label: 'Closed account', changes: null }],
    })
    expect(await personal(buyer)).toEqual([])
    expect(await newest({ q: placed.orderNumber })).toMatchObject({
      call: 'cancelOrder',
      input: {},
      subjects: [{ label: placed.orderNumber, changes: null }],
    })
  })
})

async function anyVariant() {
  const made = await addProduct(shop, manager, draftProduct(), 100)
  return { id: made.variants[0]?.id ?? '' }
}

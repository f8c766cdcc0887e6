import { endpoints } from '@solvane/contract/endpoints'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aroundToday } from '../around-today.ts'
import { typeOf, writableLeaves } from '../contract-fields.ts'
import { downloadOf, endOf } from '../csv-files.ts'
import { pdfText } from '../pdf-text.ts'
import { signUp } from '../sign-up.ts'
import { openTestShop, type TestShop } from '../test-shop.ts'
import { attacker, idOfAttack, placesOfAttack, unseen } from './attacks.ts'
import { type AttackedShop, fillWithAttacks } from './fill-shop.ts'

let shop: TestShop
let filled: AttackedShop
let manager: { authorization: string }
const { attack, asked } = attacker()
/** All answers and events, to find the attacks in. */
let seen = ''

beforeAll(async () => {
  shop = await openTestShop()
  manager = (await signUp(shop, { role: 'ADMIN' })).headers
  filled = await fillWithAttacks(
    { call: shop.call, app: shop.app, publicUrl: shop.ctx.config.publicUrl, manager },
    attack,
  )
})
afterAll(async () => {
  for (const { socket } of [filled.guest, filled.desk]) socket.disconnect()
  await shop.close()
})

test('every text that can be written is attacked here, or shown to nobody', () => {
  expect(placesOfAttack.filter((path) => !asked.has(path))).toEqual([])
  const paths = writableLeaves()
    .filter((leaf) => typeOf(leaf) === 'string')
    .map(({ path }) => path)
  expect(Object.keys(unseen).filter((path) => !paths.includes(path))).toEqual([])
})

/**
 * The input of each endpoint that reads, among the attacked records; null where there is nothing to
 * read.
 */
function questions(): Record<string, { params?: object; query?: object }[]> {
  const {
    products,
    orderIds,
    returnIds,
    giftReturnIds,
    roomIds,
    customerIds,
    variantIds,
    categories,
  } = filled
  const each = (name: string, ids: readonly string[]) =>
    ids.map((id) => ({ params: { [name]: id } }))
  const ofProducts = products.map(({ id }) => ({ params: { id } }))
  return {
    getProduct: each(
      'id',
      products.map(({ identifier }) => identifier),
    ),
    listAlternatives: each(
      'id',
      products.map(({ identifier }) => identifier),
    ),
    getStaffProduct: ofProducts,
    listProductTurns: ofProducts,
    getProductTurn: ofProducts,
    getCategory: each(
      'identifier',
      categories.map(({ identifier }) => identifier),
    ),
    listProducts: categories.map(({ identifier }) => ({ query: { cIdentifiers: identifier } })),
    listFacets: categories.map(({ identifier }) => ({ query: { cIdentifiers: identifier } })),
    getPage: each('slug', ['privacy']),
    getPageDraft: each('slug', ['privacy']),
    getMyOrder: each('orderId', orderIds),
    getOrder: each('orderId', orderIds),
    getReturnOptions: each('orderId', orderIds),
    getMyReturn: each('returnId', returnIds),
    getReturn: each('returnId', [...returnIds, ...giftReturnIds]),
    listPackingSlips: [{ query: { orderIds: orderIds[0] ?? '' } }],
    listChatMessages: each('roomId', roomIds),
    getChatRoom: each('roomId', roomIds),
    getConversation: each('roomId', roomIds),
    listConversationMessages: each('roomId', roomIds),
    getCustomer: each('customerId', customerIds),
    getVariantStock: each('id', variantIds),
    getPriceHistory: each('id', variantIds),
    getCategoryArrangement: each(
      'id',
      categories.map(({ id }) => id),
    ),
    listStockMovements: each('id', variantIds),
    getSalesReport: ['product', 'category', 'coupon'].map((by) => ({
      query: { by, ...aroundToday() },
    })),
    listAuditEntries: [1, 2].map((page) => ({ query: { size: 100, page } })),
  }
}

const reading = Object.values(endpoints).filter(({ method }) => method === 'GET')
/**
 * Endpoints without attacked data here: other pictures, payments by chain, answers that are not
 * text.
 */
const elsewhere = [
  'getChatPicture',
  'getReturnPhoto',
  'getStaffReturnPhoto',
  'getConversationPicture',
  'getUsdtPayment',
  'getPaymentStatus',
  'getCsvJob',
  'downloadCsvFile',
  'getInvoice',
  'getMyInvoice',
  'getEmail',
  'getGoodsReceipt',
  'getCoupon',
  'listRedemptions',
  'getSynonym',
]

describe('what is read', () => {
  test.each(reading.filter(({ name }) => !elsewhere.includes(name)))(
    '$name is JSON, and says so',
    async ({ name, access }) => {
      const headers = access === 'admin' ? manager : filled.shopper.headers
      for (const { params = {}, query = {} } of questions()[name] ?? [{}]) {
        const path = endpoints[name].path.replace(
          /\{(\w+)\}/g,
          (_, key) => (params as Record<string, string>)[key] ?? '',
        )
        const answer = await shop.app.inject({ url: `/api${path}`, query: query as never, headers })
        // A guest's own conversation is the guest's.
        expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
        expect(answer.headers).toMatchObject({
          'content-type': 'application/json; charset=utf-8',
          'x-content-type-options': 'nosniff',
        })
        seen += answer.body
      }
    },
  )

  test('of e-mails nothing is a tag, an attribute or an address of the attacker’s', async () => {
    const { data: emails } = await shop.call('listEmails', {
      headers: manager,
      query: { size: 100 },
    })
    seen += JSON.stringify(emails)
    const attacked = []
    const sheets = new Set<string>()
    for (const { id } of emails) {
      const { data } = await shop.call('getEmail', { headers: manager, params: { emailId: id } })
      const html = data.html ?? ''
      seen += html
      if (/=q\w{6}q/.test(html)) attacked.push(data.kind)
      // All e-mails have one style sheet, which contains nobody's text.
      const [styles = '', ...others] = html.match(/<style>[^<]*<\/style>/g) ?? []
      expect(others).toEqual([])
      sheets.add(styles)
      expect(
        html
          .replace(styles, '')
          .match(
            /<(?!\/?(img|html|head|meta|title|body|div|table|tbody|tr|td|a|h1|p|span|br)\b|!doctype)[^>]*>/gi,
          ),
      ).toBeNull()
      for (const [tag] of html.matchAll(/<[^>]*>/g)) {
        expect(tag).not.toContain('wasRun')
        expect(tag).not.toMatch(/\son\w+\s*=/i)
      }
      for (const [, address] of html.matchAll(/(?:href|src)="([^"]*)"/g))
        expect(address?.startsWith(shop.ctx.config.publicUrl), address).toBe(true)
      expect(data.subject).not.toMatch(/[\r\n]/)
    }
    expect(sheets.size).toBe(1)
    expect(attacked).toEqual(expect.arrayContaining(['order-placed', 'order-shipped']))
  })

  test('of the export no cell is a formula', async () => {
    const { data } = await shop.call('exportProducts', { headers: manager, body: {} })
    await endOf(shop, manager, data.id)
    const answer = await downloadOf(shop, manager, data.id)
    const text = await answer.text()
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="[\w.-]+"$/),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    const cells = (parse(text, { bom: true }) as string[][]).flat()
    expect(cells.filter((cell) => cell.startsWith("'="))).not.toEqual([])
    for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@]/)
    seen += text
  })

  test.each(['orders', 'orderLines', 'customers', 'invoices', 'sales'])(
    'of the file of %s no text is a formula',
    async (kind) => {
      const answer = await shop.app.inject({
        method: 'POST',
        url: '/api/admin/exports',
        headers: manager,
        payload: { kind, ...aroundToday() },
      })
      expect(answer.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': expect.stringMatching(/^attachment; filename="[\w.-]+"$/),
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      const lines = parse(answer.body, { bom: true }) as string[][]
      expect(lines.length).toBeGreaterThan(1)
      for (const cell of lines.flat()) expect(cell).not.toMatch(/^\s*[=+@]|^\s*-(?!\d+(\.\d+)?$)/)
      seen += answer.body
    },
  )

  test('invoices and credit notes are PDFs in which attacks are printed, and nothing runs', async () => {
    const { data } = await shop.call('listInvoices', { headers: manager, query: { size: 100 } })
    seen += JSON.stringify(data)
    const printed: Record<string, string> = { INVOICE: '', CREDIT_NOTE: '' }
    for (const { id, kind } of data) {
      const answer = await shop.app.inject({ url: `/api/admin/invoices/${id}`, headers: manager })
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': expect.stringMatching(/^attachment; filename="[\w-]+\.pdf"$/),
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      expect(answer.rawPayload.toString('latin1')).not.toMatch(
        /\/(JavaScript|JS|OpenAction|URI|Launch)\b/,
      )
      // Long texts are drawn as several lines.
      printed[kind] += pdfText(answer.rawPayload).replaceAll('\n', '')
    }
    const onBoth = [
      ...['name', 'address', 'taxNumber', 'registration'].map(
        (part) => `saveInvoicing.document.${part}`,
      ),
      'placeOrder.company',
      'createAddress.fullName',
      'createAddress.streetAddress',
      'createAddress.city',
      'createProduct.name',
      'createProduct.options[].values[]',
    ]
    for (const place of onBoth) {
      expect(printed.INVOICE, place).toContain(idOfAttack(place))
      expect(printed.CREDIT_NOTE, place).toContain(idOfAttack(place))
    }
  })

  test('of the feed for Google nothing is an element of the attacker’s', async () => {
    const { headers, body } = await shop.app.inject({ url: '/feeds/google.xml' })
    expect(headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(body).toContain(idOfAttack('createProduct.name'))
    const tags = body.match(/<[^>]*>/g) ?? []
    const own = /^<\/?(g:\w+|rss|channel|item|title|link|description)( version="2\.0" [^<]*)?>$/
    expect(tags.filter((tag) => !own.test(tag))).toEqual(['<?xml version="1.0" encoding="UTF-8"?>'])
    expect(body.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/)
  })

  test('the feed for Meta has texts in one cell each, as they were written', async () => {
    const { headers, body } = await shop.app.inject({ url: '/feeds/meta.csv' })
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    // Strict about the number of cells of a line.
    const rows: Record<string, string>[] = parse(body, { columns: true })
    const row = rows.find(({ item_group_id }) => item_group_id === filled.products[0]?.identifier)
    expect(row?.description).toBe(attack('createProduct.description'))
    expect(row?.material).toBe(attack('createProduct.material'))
  })

  test('of the site map nothing is the attacker’s', async () => {
    for (const url of ['/sitemap.xml', '/sitemap-pages.xml', '/sitemap-products-0.xml']) {
      const { headers, body } = await shop.app.inject({ url })
      expect(headers['content-type']).toBe('application/xml; charset=utf-8')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(body).not.toMatch(/q\w{6}q|wasRun|attack\.example/)
    }
  })

  test('texts in socket events stay texts', () => {
    const received = [filled.guest, filled.desk].map((page) => page.received)
    seen += JSON.stringify(received)
    expect(received.every((one) => one['chat:newMessage'].length > 0)).toBe(true)
  })

  test('every attack is there, as it was written', () => {
    const lost = placesOfAttack.filter((path) => !seen.includes(idOfAttack(path)))
    expect(lost).toEqual([])
  })
})

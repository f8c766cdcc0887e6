import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportCsv, importCsv } from '../../../test/csv-files.ts'
import { draftProduct } from '../../../test/product-drafts.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let headers: SignedUp['headers']
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
  headers = (await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })).headers
})
afterAll(() => shop.close())

const dimensions = { widthMm: 275, heightMm: 190, depthMm: 110 }
const fitsInside = 'A phone and keys'
const shown = async (id: string) => (await shop.call('getProduct', { params: { id } })).data

test('a product shows its dimensions and what fits inside, until they are emptied', async () => {
  const body = draftProduct({ identifier: 'sized', dimensions, fitsInside })
  await shop.call('createProduct', { headers, body })
  expect(await shown('sized')).toMatchObject({ dimensions, fitsInside })

  const csv = 'identifier,dimensions_mm,fits_inside\nsized,,'
  expect((await importCsv(shop, headers, csv, { apply: true, setsStock: false })).state).toBe(
    'DONE',
  )
  expect(await shown('sized')).toMatchObject({ dimensions: null, fitsInside: '' })
})

test('a file of products has both, and a dry run names dimensions it cannot read', async () => {
  const body = draftProduct({ identifier: 'filed', dimensions, fitsInside })
  await shop.call('createProduct', { headers, body })
  const csv = await exportCsv(shop, headers, {})
  expect(csv).toContain('275 × 190 × 110,A phone and keys')

  const importing = (cell: string, apply: boolean) =>
    importCsv(shop, headers, `identifier,dimensions_mm\nfiled,${cell}`, { apply, setsStock: false })
  await importing('300x200x120 mm', true)
  expect((await shown('filed')).dimensions).toEqual({ widthMm: 300, heightMm: 200, depthMm: 120 })
  for (const cell of ['300 × 200', '0 × 1 × 1', '5001 × 1 × 1', 'large']) {
    const { report } = await importing(cell, false)
    expect(report?.mistakes).toMatchObject([{ line: 2, column: 'dimensions_mm' }])
  }
})

test('a side of zero, or of a fraction of a millimetre, is rejected', async () => {
  for (const widthMm of [0, 1.5, 5_001]) {
    const body = draftProduct({ dimensions: { ...dimensions, widthMm } })
    const { status } = await rejectionOf(shop.call('createProduct', { headers, body }))
    expect(status).toBe(400)
  }
})

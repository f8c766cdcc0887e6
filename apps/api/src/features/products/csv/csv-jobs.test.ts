import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadOf, endOf, exportCsv, importCsv, sendCsv } from '../../../../test/csv-files.ts'
import { addProduct, draftVariant } from '../../../../test/product-drafts.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../../test/sign-up.ts'
import { filesLeft, stuckStorage } from '../../../../test/stuck-storage.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'
import { removeOldCsvFiles } from './csv-jobs.ts'
import { runCsvJob } from './run-csv-job.ts'

let shop: TestShop
let staff: SignedUp
let headers: SignedUp['headers']
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
  staff = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  headers = staff.headers
})
afterAll(() => shop.close())

const identifiersOf = (csv: string) =>
  (parse(csv, { bom: true, columns: true }) as { identifier: string }[]).map(
    ({ identifier }) => identifier,
  )
const idOf = async (identifier: string) => {
  const { data } = await shop.call('listStaffProducts', { headers, query: { q: identifier } })
  return data.find((product) => product.identifier === identifier)?.id ?? ''
}
const productOf = async (identifier: string) =>
  (await shop.call('getStaffProduct', { headers, params: { id: await idOf(identifier) } })).data

/** Leaves a job as a killed process does. */
const abandon = (id: string) =>
  shop.ctx.db.pool.query(
    `update csv_job set state = 'RUNNING', run = gen_random_uuid(), attempts = 1 where id = $1`,
    [id],
  )

test('the filtered list, or the selection, is exported', async () => {
  const felt = await addProduct(shop, staff, { identifier: 'narrow-felt', name: 'Narrow One' }, 2)
  const silk = await addProduct(shop, staff, {
    identifier: 'narrow-silk',
    name: 'Narrow Two',
    material: 'Silk',
    status: 'WITHDRAWN',
    variants: [draftVariant({ salePrice: 50 })],
  })
  const wanted = async (body: object) => identifiersOf(await exportCsv(shop, headers, body))
  expect(await wanted({ q: 'narrow' })).toEqual(['narrow-felt', 'narrow-silk'])
  expect(await wanted({ q: 'narrow silk' })).toEqual(['narrow-silk'])
  expect(await wanted({ q: 'narrow', status: 'WITHDRAWN' })).toEqual(['narrow-silk'])
  expect(await wanted({ q: 'narrow', availability: 'SOLD_OUT' })).toEqual(['narrow-silk'])
  expect(await wanted({ q: 'narrow', onSale: true })).toEqual(['narrow-silk'])
  expect(await wanted({ ids: [felt.id] })).toEqual(['narrow-felt'])
  expect(await wanted({ ids: [felt.id, silk.id] })).toEqual(['narrow-felt', 'narrow-silk'])
  expect(await wanted({ q: 'nowhere' })).toEqual([])
})

test('a file of several batches is imported, with relations to later products', async () => {
  const names = Array.from({ length: 47 }, (_, at) => `chain-${String(at).padStart(2, '0')}`)
  const lines = names.map((name, at) => `${name},Chain,Felt,10,${names[at + 1] ?? names[0]}`)
  const csv = ['identifier,name,material,price,related', ...lines].join('\n')
  const done = await importCsv(shop, headers, csv, { apply: true })
  expect(done).toMatchObject({
    state: 'DONE',
    lines: 47,
    linesDone: 47,
    linesFailed: 0,
    report: { created: 47, mistakes: [] },
  })
  for (const [one, other] of [
    ['chain-19', 'chain-20'],
    ['chain-46', 'chain-00'],
  ] as const)
    expect((await productOf(one)).relatedIds).toEqual([await idOf(other)])
})

test('an invalid relation is reported, and the rest of its product is imported once', async () => {
  const { identifier } = await addProduct(shop, staff, {}, 5)
  const later = Array.from({ length: 25 }, (_, at) => `zz-${10 + at},Later,Felt,10,,,`)
  const csv = [
    'identifier,name,material,price,stock,stock_at_export,related',
    `${identifier},Earlier,Felt,10,7,5,zz-34`,
    ...later,
  ].join('\n')
  const { id } = await importCsv(shop, headers, csv)
  // Simulates an unreadable product, which yields nothing.
  await shop.ctx.db.pool.query(
    `update csv_line set cells = jsonb_set(cells, '{3}', '"free"') where job_id = $1 and identifier = 'zz-34'`,
    [id],
  )
  await shop.call('applyProductImport', { headers, params: { id } })
  const done = await endOf(shop, headers, id)
  expect(done).toMatchObject({
    state: 'DONE',
    linesFailed: 1,
    report: { created: 24, updated: 1, stockChanged: 1 },
  })
  expect(done.report?.mistakes).toMatchObject([
    {
      line: 2,
      column: 'related',
      message: expect.stringContaining('Everything else of this product was imported'),
    },
    { line: 27, column: 'price' },
  ])
  expect((await productOf(identifier)).variants).toMatchObject([{ stock: 7 }])
  expect(await (await downloadOf(shop, headers, id)).text()).not.toContain(identifier)
})

test('lines that became invalid are skipped, reported, and returned as a file', async () => {
  const [gone, good] = [await addProduct(shop, staff), await addProduct(shop, staff)]
  const csv = `price,identifier,name\n120,${gone.identifier},'=Gone\n130,${good.identifier},Good`
  const { id } = await importCsv(shop, headers, csv)
  await shop.call('deleteProduct', { headers, params: { id: gone.id } })
  await shop.call('applyProductImport', { headers, params: { id } })
  expect(await endOf(shop, headers, id)).toMatchObject({
    state: 'DONE',
    linesDone: 2,
    linesFailed: 1,
    file: 'FAILED_LINES',
    report: { updated: 1, mistakeCount: 1, mistakes: [{ line: 2, column: 'identifier' }] },
  })
  const answer = await downloadOf(shop, headers, id)
  expect(answer.headers.get('content-disposition')).toMatch(/filename="not-imported-/)
  const failed = await answer.text()
  expect(parse(failed, { bom: true, columns: true })).toEqual([
    {
      price: '120',
      identifier: gone.identifier,
      name: "'=Gone",
      problem: expect.stringContaining('is deleted'),
    },
  ])
  await shop.call('restoreProduct', { headers, params: { id: gone.id } })
  await importCsv(shop, headers, failed, { apply: true })
  expect(await productOf(gone.identifier)).toMatchObject({
    name: '=Gone',
    variants: [{ price: 120 }],
  })
})

test('a line without variant columns changes its product only', async () => {
  const { identifier } = await addProduct(shop, staff, {
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: ['S', 'M'].map((Size) => draftVariant({ attributeValues: { Size } })),
  })
  await importCsv(shop, headers, `identifier,name\n${identifier},Renamed`, { apply: true })
  expect(await productOf(identifier)).toMatchObject({ name: 'Renamed', variants: [{}, {}] })
  const { report } = await importCsv(shop, headers, `identifier,price\n${identifier},7`)
  expect(report?.mistakes).toEqual([
    { line: 2, column: null, message: expect.stringMatching(/has variants.*option1_name.*Size$/) },
  ])
})

test('amounts are read in the format of lists', async () => {
  const { identifier } = await addProduct(shop, staff)
  await importCsv(shop, headers, `identifier;price\n${identifier};$1,250.00`, { apply: true })
  expect((await productOf(identifier)).variants).toMatchObject([{ price: 1250 }])
})

test('an import of a killed process is continued, and applied once', async () => {
  const { identifier } = await addProduct(shop, staff, {}, 5)
  const csv = `identifier,stock,stock_at_export\n${identifier},7,5`
  const { id } = await importCsv(shop, headers, csv)
  // Only the run below receives it.
  await shop.ctx.db.pool.query(
    `update csv_job set step = 'APPLY', lines_done = 0, position = '', report = null where id = $1`,
    [id],
  )
  await abandon(id)
  const other = await openTestShop({ beside: shop })
  await Promise.all([runCsvJob(shop.ctx, id), runCsvJob(other.ctx, id)])
  await runCsvJob(other.ctx, id)
  expect(await endOf(other, headers, id)).toMatchObject({
    state: 'DONE',
    linesDone: 1,
    report: { stockChanged: 1 },
  })
  expect((await productOf(identifier)).variants).toMatchObject([{ stock: 7 }])
  await other.close()
})

test('a job that makes no progress ends with an error, and an import continues on request', async () => {
  const { identifier } = await addProduct(shop, staff)
  const { id } = await importCsv(shop, headers, `identifier,price\n${identifier},55`)
  await shop.ctx.db.pool.query(`update csv_job set step = 'APPLY', position = '' where id = $1`, [
    id,
  ])
  await abandon(id)
  await shop.ctx.db.pool.query(`update csv_job set attempts = 5 where id = $1`, [id])
  await runCsvJob(shop.ctx, id)
  const ended = (await shop.call('getCsvJob', { headers, params: { id } })).data
  expect(ended).toMatchObject({ state: 'FAILED', failure: expect.stringContaining('went wrong') })
  await shop.call('applyProductImport', { headers, params: { id } })
  expect(await endOf(shop, headers, id)).toMatchObject({ state: 'DONE', failure: null })
  expect((await productOf(identifier)).variants).toMatchObject([{ price: 55 }])
})

test('an import is applied once, and only after its dry run', async () => {
  const { identifier } = await addProduct(shop, staff)
  const { id } = await importCsv(shop, headers, `identifier,price\n${identifier},61`, {
    apply: true,
  })
  const again = shop.call('applyProductImport', { headers, params: { id } })
  expect(await rejectionOf(again)).toMatchObject({ status: 409, code: 'IMPORT_NOT_READY' })
})

test('the same export is not started twice, and jobs are listed latest first', async () => {
  const start = async () =>
    (await shop.call('exportProducts', { headers, body: { q: 'twice' } })).data.id
  const [one, other] = [await start(), await start()]
  await endOf(shop, headers, one)
  const { data } = await shop.call('listCsvJobs', { headers })
  expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([one, other]))
  expect(data.map(({ startedAt }) => startedAt)).toEqual(
    data.map(({ startedAt }) => startedAt).toSorted((a, b) => b.localeCompare(a)),
  )
})

test('files are deleted after a day, the job’s record is kept', async () => {
  await addProduct(shop, staff)
  const { data } = await shop.call('exportProducts', { headers, body: {} })
  await endOf(shop, headers, data.id)
  const sent = await sendCsv(shop, headers, 'identifier,name\nforgotten,Forgotten')
  await endOf(shop, headers, sent.id)
  await shop.ctx.db.pool.query(`update csv_job set kept_until = kept_until - interval '25 hours'`)
  await removeOldCsvFiles(shop.ctx)
  for (const id of [data.id, sent.id]) {
    const answer = await downloadOf(shop, headers, id)
    expect(await answer.json()).toMatchObject({ code: 'CSV_FILE_GONE' })
    expect((await shop.call('getCsvJob', { headers, params: { id } })).data.file).toBeNull()
  }
  expect(await shop.ctx.storage.read(`exports/${data.id}-0.csv`)).toBeUndefined()
  const left = await shop.ctx.db.pool.query('select from csv_line where job_id = $1', [sent.id])
  expect(left.rowCount).toBe(0)
})

test('a file that cannot be deleted keeps no other from being deleted, and is tried again', async () => {
  await addProduct(shop, staff)
  const exported = async (q: string) => {
    const { data } = await shop.call('exportProducts', { headers, body: { q } })
    await endOf(shop, headers, data.id)
    return `exports/${data.id}-0.csv`
  }
  const keys = [await exported('first'), await exported('second'), await exported('third')].sort()
  const { storage } = shop.ctx
  const stuck = stuckStorage(storage, keys[0])
  const left = () => filesLeft(storage, keys)
  expect(await left()).toEqual(keys)
  await shop.ctx.db.pool.query(`update csv_job set kept_until = kept_until - interval '25 hours'`)
  await expect(removeOldCsvFiles({ ...shop.ctx, storage: stuck })).rejects.toThrow(
    'Files of exports could not be deleted: 1',
  )
  expect(await left()).toEqual([keys[0]])
  await removeOldCsvFiles(shop.ctx)
  expect(await left()).toEqual([])
})

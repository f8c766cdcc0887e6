import { setTimeout as pause } from 'node:timers/promises'
import { type CsvJob, importProducts } from '@solvane/contract/products-csv'
import { signUp } from './sign-up.ts'
import type { TestShop } from './test-shop.ts'

type Headers = Record<string, string>

/** A shop, called over HTTP. */
interface Shop {
  call: TestShop['call']
  app: { listeningOrigin: string }
}

/** Uploads a file for import; throws if it is rejected. */
export async function sendCsv(
  { app }: Shop,
  headers: Headers,
  csv: string | Uint8Array,
  { setsStock = false } = {},
): Promise<CsvJob> {
  const body = new FormData()
  body.append('files[]', new Blob([csv as never], { type: 'text/csv' }), 'products.csv')
  const url = new URL(`/api/admin/products/csv/imports?setsStock=${setsStock}`, app.listeningOrigin)
  const answer = await fetch(url, { method: 'POST', headers, body })
  const sent = (await answer.json()) as object
  if (!answer.ok)
    throw Object.assign(new Error('The file was rejected'), sent, { status: answer.status })
  return importProducts.response.parse(sent).data
}

/** The final state of an import or export. */
export async function endOf(shop: Shop, headers: Headers, id: string): Promise<CsvJob> {
  for (;;) {
    const { data } = await shop.call('getCsvJob', { headers, params: { id } })
    if (data.state === 'DONE' || data.state === 'FAILED') return data
    await pause(10)
  }
}

/**
 * The dry run of a file; with `apply` the import after it, and a wait until the shop no longer
 * returns older cached answers. Throws if it is rejected.
 */
export async function importCsv(
  shop: Shop & Partial<Pick<TestShop, 'changesReceived'>>,
  headers: Headers,
  csv: string | Uint8Array,
  { apply = false, setsStock = false } = {},
): Promise<CsvJob> {
  const { id } = await sendCsv(shop, headers, csv, { setsStock })
  const checked = await endOf(shop, headers, id)
  if (!apply) return checked
  await shop.call('applyProductImport', { headers, params: { id } })
  const applied = await endOf(shop, headers, id)
  await shop.changesReceived?.()
  return applied
}

/** The response with the file of a job. */
export function downloadOf({ app }: Shop, headers: Headers, id: string): Promise<Response> {
  return fetch(new URL(`/api/admin/products/csv/jobs/${id}/file`, app.listeningOrigin), { headers })
}

/** Products as CSV. */
export async function exportCsv(shop: Shop, headers: Headers, body: object = {}): Promise<string> {
  const { data } = await shop.call('exportProducts', { headers, body })
  await endOf(shop, headers, data.id)
  const bytes = await (await downloadOf(shop, headers, data.id)).arrayBuffer()
  // With the byte order mark.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

export type CsvDesk = Awaited<ReturnType<typeof openCsvDesk>>

/** The operations of a manager on files of products. */
export async function openCsvDesk(shop: TestShop) {
  const staff = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  const { headers } = staff
  return {
    staff,
    import: (csv: string, apply = false) => importCsv(shop, headers, csv, { apply }),
    export: (wanted: object = {}) => exportCsv(shop, headers, wanted),
    /** The line and column of each mistake that a dry run finds. */
    async mistakesOf(csv: string) {
      const { report } = await importCsv(shop, headers, csv)
      return report?.mistakes.map(({ line, column }) => `${line} ${column}`)
    },
  }
}

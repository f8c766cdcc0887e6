import { countryOf } from '@solvane/contract/countries'
import { formatPrice } from '@solvane/contract/money'
import { type InvoicePart, sumsByRate } from './invoice-parts.ts'
import { type InvoiceRow, toInvoiceNumber } from './invoices.queries.ts'
import { openSheet, type Sheet } from './pdf-sheet.ts'

const quiet = { size: 8, color: '#6b635b' }
const strong = { weight: 600 } as const
const line = 14

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const toDay = (isoDay: string) => day.format(new Date(isoDay))

/** An invoice or credit note as PDF. Equal rows make equal bytes. */
export async function invoicePdf(row: InvoiceRow): Promise<Buffer> {
  const { content, kind } = row
  const number = toInvoiceNumber(row)
  const title = kind === 'INVOICE' ? 'Invoice' : 'Credit note'
  const sheet = await openSheet(`${title} ${number}`, row.issued_at)
  sheet.logotype('SOLVANE')
  const half = (sheet.right - sheet.left) / 2
  const middle = sheet.left + half
  sheet.text(title, { x: middle, width: half, align: 'right' }, { size: 16, weight: 600 })
  sheet.y += 24
  sheet.text(number, { x: middle, width: half, align: 'right' })
  sheet.y += line
  sheet.text(toDay(content.issuedOn), { x: middle, width: half, align: 'right' })
  sheet.y += 44

  const { seller } = content
  const top = sheet.y
  const sellerLines = [
    seller.address,
    seller.taxNumber && `Tax number: ${seller.taxNumber}`,
    seller.registration,
  ]
  const left = party(sheet, sheet.left, half - 20, 'From', [seller.name, ...sellerLines])
  sheet.y = top
  const right = party(
    sheet,
    middle,
    half,
    kind === 'INVOICE' ? 'Invoiced to' : 'Credited to',
    buyerLines(row),
  )
  sheet.y = Math.max(left, right) + 20
  const facts = [
    `Order ${content.orderNumber} of ${toDay(content.orderedOn)}`,
    ...(content.supplementOf ? [`For the change of order ${content.supplementOf}`] : []),
    ...(content.credits ? [`For invoice ${content.credits.number}`, content.credits.reason] : []),
  ]
  for (const fact of facts) {
    sheet.text(fact, { x: sheet.left, width: sheet.right - sheet.left })
    sheet.y += line
  }
  sheet.y += 18
  partTable(sheet, row)
  sums(sheet, row)
  notes(sheet, row)
  return sheet.end()
}

/** A heading with lines under it; returns where they end. */
function party(sheet: Sheet, x: number, width: number, heading: string, lines: string[]): number {
  sheet.y += sheet.text(heading, { x, width }, quiet) + 3
  const [name = '', ...rest] = lines
  sheet.y += sheet.text(name, { x, width }, strong)
  for (const text of rest.filter(Boolean)) sheet.y += sheet.text(text, { x, width })
  return sheet.y
}

function buyerLines({ content: { buyer }, country }: InvoiceRow): string[] {
  const { name, company, taxNumber, address } = buyer
  return [
    ...[company, name].filter((who) => who !== null),
    ...(company === null && name === null ? ['Buyer removed'] : []),
    ...address,
    countryOf(country)?.name ?? country,
    ...(taxNumber ? [`Tax number: ${taxNumber}`] : []),
  ]
}

/** Positions of the columns from the right margin, and their widths. */
const columns = { quantity: [250, 40], unit: [205, 75], tax: [125, 45], amount: [75, 75] } as const

function cell(
  sheet: Sheet,
  column: keyof typeof columns,
  text: string,
  style: Parameters<Sheet['text']>[2] = {},
): void {
  const [fromRight, width] = columns[column]
  sheet.text(text, { x: sheet.right - fromRight, width, align: 'right' }, style)
}

/**
 * Whether the file has columns of units: credit notes state amounts, and only those of the older
 * layout have these columns.
 */
const hasUnits = ({ content, kind }: InvoiceRow) =>
  kind === 'INVOICE' || content.layout === undefined

function heading(sheet: Sheet, row: InvoiceRow): void {
  sheet.text('Item', { x: sheet.left, width: 200 }, quiet)
  if (hasUnits(row)) {
    cell(sheet, 'quantity', 'Qty', quiet)
    cell(sheet, 'unit', 'Price', quiet)
  }
  cell(sheet, 'tax', 'Tax', quiet)
  cell(sheet, 'amount', 'Amount', quiet)
  sheet.y += 14
  sheet.rule('#1b1815')
  sheet.y += 8
}

function partTable(sheet: Sheet, row: InvoiceRow): void {
  const { content, kind } = row
  heading(sheet, row)
  const isAdded = content.pricesIncludeTax === false
  const width = sheet.right - sheet.left - 260
  for (const part of content.parts) {
    if (sheet.need(60)) heading(sheet, row)
    if (kind === 'INVOICE') {
      cell(sheet, 'quantity', String(part.quantity))
      cell(sheet, 'unit', formatPrice(part.unitCents))
    }
    cell(sheet, 'tax', percent(part.taxBp))
    cell(sheet, 'amount', formatPrice(part.grossCents - (isAdded ? part.taxCents : 0)))
    sheet.y += sheet.text(part.name, { x: sheet.left, width }, strong)
    const under = [
      part.options,
      kind === 'INVOICE' &&
        part.discountCents > 0 &&
        `Discount −${formatPrice(part.discountCents)}`,
      part.returnedQuantity !== undefined &&
        `Returned: ${part.returnedQuantity} of ${part.quantity}`,
    ]
    for (const text of under) if (text) sheet.y += sheet.text(text, { x: sheet.left, width }, quiet)
    sheet.y += 6
  }
  sheet.rule()
  sheet.y += 10
}

function percent(bp: InvoicePart['taxBp']): string {
  return bp === null ? '–' : `${bp / 100}%`
}

function sums(sheet: Sheet, { content, gross_cents, tax_cents, kind }: InvoiceRow): void {
  const isAdded = content.pricesIncludeTax === false
  const rates = sumsByRate(content.parts)
  const sum = (name: string, cents: number, style: Parameters<Sheet['text']>[2] = {}) => {
    sheet.need(40)
    sheet.text(name, { x: sheet.right - 330, width: 240, align: 'right' }, style)
    cell(sheet, 'amount', formatPrice(cents), style)
    sheet.y += line + 2
  }
  if (isAdded) {
    sum('Net', gross_cents - tax_cents)
    for (const { taxBp, taxCents } of rates) sum(`Tax ${percent(taxBp)}`, taxCents)
  }
  sum(kind === 'INVOICE' ? 'Total' : 'Total credited', gross_cents, { weight: 600, size: 11 })
  if (content.pricesIncludeTax)
    for (const { taxBp, taxCents, netCents } of rates)
      sum(`Includes ${percent(taxBp)} tax on ${formatPrice(netCents)}`, taxCents, quiet)
  sheet.y += 16
}

function notes(sheet: Sheet, { content }: InvoiceRow): void {
  const ofReturn = content.credits?.ofReturn
  const said = [
    ofReturn &&
      ofReturn.feeCents > 0 &&
      `Return ${ofReturn.number}: ${formatPrice(ofReturn.goodsCents)} was paid for the goods, and a restocking fee of ${formatPrice(ofReturn.feeCents)} was kept.`,
    content.duties === 'DELIVERED_PAID' && 'Delivered duty paid: import duties are included.',
    content.duties === 'CARRIER' && 'Import duties are collected by the carrier.',
    'All amounts in US dollars.',
  ]
  for (const text of said) {
    if (!text) continue
    sheet.need(20)
    sheet.y += sheet.text(text, { x: sheet.left, width: sheet.right - sheet.left }, quiet) + 2
  }
}

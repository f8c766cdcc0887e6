import type { Picture } from '@solvane/contract/catalog'
import { dimensionsText } from '@solvane/contract/dimensions'
import type { TradeParty } from '@solvane/contract/trade'
import { stringify } from 'csv-stringify/sync'
import type { AppContext } from '../../../context.ts'
import { toCell } from '../../../platform/csv/cells.ts'
import { primaryMilliseconds } from '../../../platform/database/replica.ts'
import { identifiersOf, nextProducts } from '../read-products.queries.ts'
import { type StoredProduct, type StoredVariant, statusOf } from '../stored-product.ts'
import { type Column, columns, optionColumns, separator } from './csv-format.ts'
import { type CsvJobRow, updateCsvJob, updateRunningJob } from './csv-jobs.queries.ts'

type Line = Partial<Record<Column, string>>

/** Products of one part of a file. */
const atATime = 200

/** The storage key of a part of an export; the parts together are the file. */
export function keyOfPart({ id }: Pick<CsvJobRow, 'id'>, part: number): string {
  return `exports/${id}-${part}.csv`
}

/**
 * Writes the next part of an export. A part that was written before a process was killed is written
 * again: it counts once the job says so.
 */
export async function exportNext(
  { db, replica, clock, storage }: Pick<AppContext, 'db' | 'replica' | 'clock' | 'storage'>,
  job: CsvJobRow,
): Promise<void> {
  const { filter, parts, linesDone } = job
  if (!filter) throw new Error(`The export ${job.id} says nothing of what it is of`)
  const at = clock.now()
  // The requester of an export may have edited products just before.
  const hasJustWritten = at.getTime() - job.startedAt.getTime() < primaryMilliseconds
  const { products, names } = await replica.read({ hasJustWritten }, async ({ kysely }) => {
    const products = await nextProducts(kysely, filter, { after: job.position, limit: atATime, at })
    return { products, names: await identifiersOf(kysely, products) }
  })
  const lines = products.flatMap((product) => linesOf(product, names, at))
  const rows = lines.map((line) => columns.map((column) => toCell(line[column] ?? '')))
  // Without the byte order mark, spreadsheets read UTF-8 as another encoding.
  const text = parts === 0 ? `\uFEFF${stringify([[...columns], ...rows])}` : stringify(rows)
  if (text !== '') await storage.write(keyOfPart(job, parts), Buffer.from(text), 'text/csv')
  const isDone = products.length < atATime
  await updateRunningJob(db, job, (tx) =>
    updateCsvJob(
      tx,
      job.id,
      {
        parts: text === '' ? parts : parts + 1,
        position: products.at(-1)?.identifier ?? job.position,
        linesDone: linesDone + lines.length,
        // Products may have come or gone since they were counted.
        ...(isDone && { state: 'DONE', lines: linesDone + lines.length }),
        attempts: 0,
      },
      at,
    ),
  )
}

/** The first line has the product's own fields; all lines have those of their variant. */
function linesOf(
  product: StoredProduct,
  names: ReadonlyMap<string, string>,
  exportedAt: Date,
): Line[] {
  const { variants } = product
  const own = productCells(product, names)
  if (variants.length === 0) return [own]
  return variants.map((variant, at) => ({
    ...(at === 0 ? own : { identifier: product.identifier }),
    ...variantCells(product, variant),
    exported_at: exportedAt.toISOString(),
  }))
}

function productCells(product: StoredProduct, names: ReadonlyMap<string, string>): Line {
  const named = (ids: string[]) => ids.map((id) => names.get(id) ?? '').join(separator)
  return {
    identifier: product.identifier,
    name: product.name,
    status: statusOf(product).toLowerCase(),
    material: product.material,
    description: product.description,
    details: product.details.join('\n'),
    measurements: product.measurements,
    dimensions_mm: product.dimensions ? dimensionsText(product.dimensions) : '',
    fits_inside: product.fitsInside,
    materials_and_care: product.materialsAndCare,
    size_and_fit: product.sizeAndFit ?? '',
    size_guide: product.sizeGuide ?? '',
    ...overrides(product),
    tax_class: product.taxClass.toLowerCase(),
    maker: partyCell(product.maker),
    responsible_person: partyCell(product.responsiblePerson),
    seo_title: product.seoTitle,
    seo_description: product.seoDescription,
    new: yesOrNo(product.isNewFlag),
    published_at: product.publishedAt.toISOString(),
    withdraws_at: product.withdrawsAt?.toISOString() ?? '',
    categories: named(product.categoryIds),
    positions: product.positions
      .map(({ categoryId, position }) => `${names.get(categoryId) ?? ''}:${position}`)
      .join(separator),
    related: named(product.relatedIds),
    pictures: pictureCell(product.pictures),
  }
}

function variantCells({ options }: StoredProduct, variant: StoredVariant): Line {
  const own = overrides(variant)
  const line: Line = {
    sku: variant.sku ?? '',
    gtin: variant.gtin ?? '',
    price: amount(variant.priceCents),
    sale_price: variant.salePriceCents === null ? '' : amount(variant.salePriceCents),
    sale_starts_at: variant.saleStartsAt?.toISOString() ?? '',
    sale_ends_at: variant.saleEndsAt?.toISOString() ?? '',
    enabled: yesOrNo(variant.isEnabled),
    stock: String(variant.stock),
    stock_at_export: String(variant.stock),
    variant_composition: own.composition,
    variant_country_of_origin: own.country_of_origin,
    variant_hs_code: own.hs_code,
    variant_weight_grams: own.weight_grams,
    variant_pictures: pictureCell(variant.pictures),
  }
  for (const [at, [name, value]] of optionColumns.entries()) {
    const option = options[at]?.name
    if (option === undefined) continue
    line[name] = option
    line[value] = variant.attributes[option] ?? ''
  }
  return line
}

/** The fields that a variant may have in place of its product's. */
function overrides({
  composition,
  countryOfOrigin,
  hsCode,
  weightGrams,
}: Pick<StoredProduct, 'composition' | 'countryOfOrigin' | 'hsCode' | 'weightGrams'>) {
  return {
    composition,
    country_of_origin: countryOfOrigin ?? '',
    hs_code: hsCode ?? '',
    weight_grams: weightGrams === null ? '' : String(weightGrams),
  }
}

/** One a line: name, postal address, e-mail. */
function partyCell(party: TradeParty | null): string {
  return party ? [party.name, party.address, party.email].join('\n') : ''
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no'
}

function amount(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** A picture a line: its address, then what it shows. */
function pictureCell(pictures: Picture[]): string {
  return pictures.map(({ src, alt }) => `${src} ${alt}`.trim()).join('\n')
}

import { Readable } from 'node:stream'
import type { Picture } from '@solvane/contract/catalog'
import { stringify } from 'csv-stringify/sync'
import type { AppContext } from '../../context.ts'
import type { Download } from '../../platform/http/send-download.ts'
import { toCell } from './csv-cells.ts'
import { type Column, columns, optionColumns, separator } from './csv-columns.ts'
import { identifiersOf, nextProducts } from './read-products.queries.ts'
import { type StoredProduct, type StoredVariant, statusOf } from './stored-product.ts'

type Line = Partial<Record<Column, string>>

/** Products read at a time: the file is sent while it is made. */
const atATime = 200

/** Every product that is not deleted as CSV, a variant a line. */
export function exportProducts(ctx: Pick<AppContext, 'db' | 'clock'>): Download {
  const day = ctx.clock.now().toISOString().slice(0, 10)
  return { fileName: `products-${day}.csv`, content: Readable.from(csvOf(ctx)) }
}

async function* csvOf({ db }: Pick<AppContext, 'db'>): AsyncGenerator<string> {
  // Without the mark, spreadsheets take UTF-8 for something else.
  yield `\uFEFF${stringify([[...columns]])}`
  let after = ''
  for (;;) {
    const products = await nextProducts(db.kysely, { after, limit: atATime })
    const names = await identifiersOf(db.kysely, products)
    const lines = products.flatMap((product) => linesOf(product, names))
    yield stringify(lines.map((line) => columns.map((column) => toCell(line[column] ?? ''))))
    if (products.length < atATime) return
    after = products.at(-1)?.identifier ?? after
  }
}

/** The product's own on the first line, then what differs by variant. */
function linesOf(product: StoredProduct, names: ReadonlyMap<string, string>): Line[] {
  const { variants } = product
  const own = productCells(product, names)
  if (variants.length === 0) return [own]
  return variants.map((variant, at) => ({
    ...(at === 0 ? own : { identifier: product.identifier }),
    ...variantCells(product, variant),
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
    materials_and_care: product.materialsAndCare,
    size_and_fit: product.sizeAndFit ?? '',
    size_guide: product.sizeGuide ?? '',
    new: yesOrNo(product.isNewFlag),
    published_at: product.publishedAt.toISOString(),
    categories: named(product.categoryIds),
    related: named(product.relatedIds),
    pictures: pictureCell(product.pictures),
  }
}

function variantCells({ options }: StoredProduct, variant: StoredVariant): Line {
  const line: Line = {
    price: amount(variant.priceCents),
    sale_price: variant.salePriceCents === null ? '' : amount(variant.salePriceCents),
    sale_starts_at: variant.saleStartsAt?.toISOString() ?? '',
    sale_ends_at: variant.saleEndsAt?.toISOString() ?? '',
    enabled: yesOrNo(variant.isEnabled),
    stock: String(variant.stock),
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

import { randomUUID } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { mostVariants } from '@solvane/contract/product-draft'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { lookUpPictures, picturesOf } from '../check-product.ts'
import {
  categoryIdsByIdentifier,
  listColorNames,
  productIdsOf,
  readProducts,
  unknownCategories,
  variantsWithCodes,
} from '../read-products.queries.ts'
import { lastRecorded } from '../stock-ledger.queries.ts'
import { type Column, problemColumn } from './csv-format.ts'
import type { CsvJobRow } from './csv-jobs.queries.ts'
import {
  identifiersInFile,
  linesOfProducts,
  nextProductsOfFile,
  postponeProducts,
} from './csv-lines.queries.ts'
import type { CsvLine } from './draft-from-lines.ts'
import { type ImportedProduct, planProduct } from './plan-import.ts'

/** Products that are checked, or written in one transaction: shoppers wait as long for their variants. */
const atATime = 20

/** The note in the ledger for stock that an import changed. */
export const ledgerNote = 'CSV import'

/** The lines of one product in a file, and how many there are of it. */
export interface FileProduct {
  key: string
  lines: CsvLine[]
  count: number
}

/** The next products of a file; empty when all are done. */
export async function nextOf(db: Queryable, job: CsvJobRow): Promise<FileProduct[]> {
  const keys = await nextProductsOfFile(db, job.id, {
    after: job.position,
    postponed: job.isRelating,
    limit: atATime,
  })
  if (keys.length === 0) return []
  // One line beyond the limit shows that a product has too many.
  const rows = await linesOfProducts(db, job.id, keys, mostVariants + 1)
  const byKey = Map.groupBy(rows, ({ identifier }) => identifier)
  return keys.map((key) => {
    const lines = byKey.get(key) ?? []
    return {
      key,
      count: lines[0]?.linesOfProduct ?? 0,
      lines: lines.map(({ line, cells, stockSeen }) => ({
        line,
        stockSeen,
        cells: new Map(
          job.columns.flatMap((name, at) =>
            name === problemColumn ? [] : [[name as Column, cells[at] ?? '']],
          ),
        ),
      })),
    }
  })
}

/** The identifier of a product in a file. */
export function identifierOf({ lines }: FileProduct): string {
  return lines[0]?.cells.get('identifier') ?? ''
}

function namedIn({ lines }: FileProduct): string[] {
  return lines
    .flatMap(({ cells }) => (cells.get('related') ?? '').split('|'))
    .map((name) => name.trim())
    .filter(Boolean)
}

function withCells(product: FileProduct, isKept: (column: Column) => boolean): FileProduct {
  const lines = product.lines.map((line) => ({
    ...line,
    cells: new Map([...line.cells].filter(([column]) => isKept(column))),
  }))
  return { ...product, lines }
}

/** A product with nothing but its relations. */
export function relationsOf(product: FileProduct): FileProduct {
  return withCells(product, (column) => column === 'identifier' || column === 'related')
}

/** The products without relations to others that come later in the file: those are made in the end. */
export async function postponeRelations(
  tx: Queryable,
  job: CsvJobRow,
  products: FileProduct[],
): Promise<FileProduct[]> {
  const here = new Set(products.map(({ key }) => key))
  const named = products.flatMap(namedIn).filter((name) => !here.has(name))
  if (named.length === 0) return products
  const known = await productIdsOf(tx, named)
  const missing = named.filter((name) => !known.has(name))
  const later = new Set(await identifiersInFile(tx, job.id, missing))
  const waiting = products.filter((product) => namedIn(product).some((name) => later.has(name)))
  if (waiting.length > 0)
    await postponeProducts(
      tx,
      job.id,
      waiting.map(({ key }) => key),
    )
  return products.map((product) =>
    waiting.includes(product) ? withCells(product, (column) => column !== 'related') : product,
  )
}

/** Plans the import of these products of a file, in their order. */
export async function planProducts(
  ctx: Pick<AppContext, 'clock' | 'db' | 'storage'>,
  db: Queryable,
  job: CsvJobRow,
  products: FileProduct[],
): Promise<ImportedProduct[]> {
  const identifiers = products.map(identifierOf)
  const known = await readProducts(db, [...(await productIdsOf(db, identifiers)).values()])
  const byIdentifier = new Map(known.map((product) => [product.identifier, product]))
  const ids = new Map(identifiers.map((one) => [one, byIdentifier.get(one)?.id ?? randomUUID()]))
  const related = products.flatMap(namedIn)
  // In a dry run, a product that comes later in the file counts as existing.
  const inFile = job.step === 'CHECK' ? await identifiersInFile(db, job.id, related) : []
  const categories = await categoryIdsByIdentifier(db)
  await unknownCategories(db, [...categories.below.values()])
  const facts = {
    names: {
      categories: categories.below,
      lists: categories.all,
      products: new Map([
        ...inFile.map((name) => [name, randomUUID()] as const),
        ...(await productIdsOf(db, related)),
        ...ids,
      ]),
    },
    colors: await listColorNames(db),
    pictures: await lookUpPictures(ctx, picturesOf(known), picturesIn(products)),
    taken: await variantsWithCodes(db, {
      skus: cellsOf(products, 'sku'),
      gtins: cellsOf(products, 'gtin').map((cell) => cell.replaceAll(/[ .]/g, '')),
    }),
    now: ctx.clock.now(),
    stockImportedAt: await lastRecorded(
      db,
      known.flatMap(({ variants }) => variants.map((variant) => variant.id)),
      ledgerNote,
    ),
    setsStock: job.setsStock,
  }
  const planned: ImportedProduct[] = []
  for (const product of products) {
    const identifier = identifierOf(product)
    const [before, id] = [byIdentifier.get(identifier) ?? null, ids.get(identifier) ?? randomUUID()]
    planned.push(planProduct({ before, id, lines: product.lines }, facts))
    // Other requests are answered between two products.
    await breathe()
  }
  return planned
}

function cellsOf(products: FileProduct[], column: Column): string[] {
  return products.flatMap(({ lines }) => lines.flatMap(({ cells }) => cells.get(column) || []))
}

function picturesIn(products: FileProduct[]): string[] {
  return products
    .flatMap(({ lines }) => lines)
    .flatMap(({ cells }) => [cells.get('pictures') ?? '', cells.get('variant_pictures') ?? ''])
    .flatMap((cell) => cell.split('\n'))
    .map((line) => line.trim().split(' ', 1)[0] ?? '')
}

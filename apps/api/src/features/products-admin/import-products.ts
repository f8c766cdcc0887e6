import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ImportMistake, ImportReport } from '@solvane/contract/products-bulk'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { announceStock } from '../orders/announce-stock.ts'
import type { KnownPictures } from './apply-draft.ts'
import { listColorNames } from './colors.queries.ts'
import { columns } from './csv-columns.ts'
import { lookUpPictures, picturesOf } from './draft-pictures.ts'
import { type ImportedProduct, planProduct } from './plan-import.ts'
import { type CsvLine, readCsv } from './read-csv.ts'
import {
  categoryIdsByIdentifier,
  lockProducts,
  productIdsOf,
  readProducts,
  unknownCategories,
} from './read-products.queries.ts'
import { writingProducts } from './save-product.ts'
import { adjustStocks } from './stock-ledger.queries.ts'
import { isChanged, writeProducts } from './write-products.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'storage' | 'changes'>

/** Mistakes that are told: who reads them mends those first. */
const mostMistakesTold = 200

/** What the ledger says of stock that a file told. */
const ledgerNote = 'CSV import'

/** The lines of a file by the identifier of their product. */
type Products = Map<string, CsvLine[]>

/**
 * Reads products from CSV: with `apply` writes them, all or, when anything is wrong, none. Raises
 * `IMPORT_REFUSED` with the report as `details`.
 */
export async function importProducts(
  ctx: Context,
  { csv, apply, actorId }: { csv: string; apply: boolean; actorId: string },
): Promise<ImportReport> {
  const file = readCsv(csv)
  const mistakes = [...file.mistakes, ...file.lines.filter(isNameless).map(namelessMistake)]
  const products: Products = Map.groupBy(
    file.lines.filter((line) => !isNameless(line)),
    ({ cells }) => cells.get('identifier') ?? '',
  )
  const facts = { lines: file.lines.length, mistakes }
  const pictures = await picturesIn(ctx, products)
  if (!apply) return reportOf(await plan(ctx, ctx.db.kysely, products, pictures), facts)

  const { report, moved } = await writingProducts(ctx, async (tx) => {
    await lockProducts(tx, [...(await productIdsOf(tx, [...products.keys()])).values()])
    const planned = await plan(ctx, tx, products, pictures)
    const report = reportOf(planned, facts)
    if (report.mistakeCount > 0) throw new ShopError('IMPORT_REFUSED', report)
    const at = ctx.clock.now()
    await writeProducts(
      tx,
      planned.map(({ change }) => change),
      at,
    )
    const targets = planned.flatMap(({ stocks }) =>
      stocks.map(({ variantId, stock }) => ({ variantId, stock, isDelta: false })),
    )
    const moved = await adjustStocks(tx, targets, { actorId, note: ledgerNote, at })
    return { report, moved }
  })
  announceStock(
    ctx,
    moved.map(({ productId }) => ({ product_id: productId })),
  )
  return { ...report, isApplied: true }
}

function isNameless({ cells }: CsvLine): boolean {
  return !cells.get('identifier')
}

function namelessMistake({ line }: CsvLine): ImportMistake {
  return { line, column: 'identifier', message: 'Please say which piece this line is of' }
}

/** What the shop knows of the pictures that a file names. */
async function picturesIn(ctx: Context, products: Products): Promise<KnownPictures> {
  const ids = await productIdsOf(ctx.db.kysely, [...products.keys()])
  const known = picturesOf(await readProducts(ctx.db.kysely, [...ids.values()]))
  const addresses = [...products.values()]
    .flat()
    .flatMap(({ cells }) => [cells.get('pictures') ?? '', cells.get('variant_pictures') ?? ''])
    .flatMap((cell) => cell.split('\n'))
    .flatMap((line) => line.trim().split(' ', 1))
  return lookUpPictures(ctx, known, addresses)
}

async function plan(
  { clock }: Context,
  db: Queryable,
  products: Products,
  pictures: KnownPictures,
): Promise<ImportedProduct[]> {
  const known = await readProducts(db, [...(await productIdsOf(db, [...products.keys()])).values()])
  const byIdentifier = new Map(known.map((product) => [product.identifier, product]))
  const ids = new Map(
    [...products.keys()].map((one) => [one, byIdentifier.get(one)?.id ?? randomUUID()]),
  )
  const related = [...products.values()]
    .flat()
    .flatMap(({ cells }) => (cells.get('related') ?? '').split('|'))
    .map((name) => name.trim())
  const categories = await categoryIdsByIdentifier(db)
  await unknownCategories(db, [...categories.values()])
  const facts = {
    names: {
      categories,
      products: new Map([...(await productIdsOf(db, related)), ...ids]),
    },
    colors: await listColorNames(db),
    pictures,
    now: clock.now(),
  }
  return [...products].map(([identifier, lines]) =>
    planProduct(
      {
        before: byIdentifier.get(identifier) ?? null,
        id: ids.get(identifier) ?? randomUUID(),
        lines,
      },
      facts,
    ),
  )
}

function reportOf(
  planned: ImportedProduct[],
  facts: { lines: number; mistakes: ImportMistake[] },
): ImportReport {
  const mistakes = [...facts.mistakes, ...planned.flatMap((one) => one.mistakes)].toSorted(
    (one, other) => one.line - other.line || place(one) - place(other),
  )
  const sound = planned.filter((one) => one.mistakes.length === 0)
  const added = sound.filter(({ change }) => change.before === null)
  const known = sound.filter(({ change }) => change.before !== null)
  const edited = known.filter(({ change, stocks }) => isChanged(change) || stocks.length > 0)
  const variants = sound.map(variantsOf)
  return {
    lines: facts.lines,
    mistakes: mistakes.slice(0, mostMistakesTold),
    mistakeCount: mistakes.length,
    created: added.length,
    updated: edited.length,
    unchanged: known.length - edited.length,
    variantsCreated: variants.reduce((sum, { created }) => sum + created, 0),
    variantsUpdated: variants.reduce((sum, { updated }) => sum + updated, 0),
    stockChanged: sound.reduce((sum, { stocks }) => sum + stocks.length, 0),
    isApplied: false,
  }
}

/** Where a mistake stands in its line. */
function place({ column }: ImportMistake): number {
  return (columns as readonly (string | null)[]).indexOf(column)
}

function variantsOf({ change }: ImportedProduct): { created: number; updated: number } {
  const before = new Map(change.before?.variants.map((variant) => [variant.id, variant]))
  const { variants } = change.after
  return {
    created: variants.filter(({ id }) => !before.has(id)).length,
    updated: variants.filter((variant) => {
      const was = before.get(variant.id)
      return was !== undefined && !isDeepStrictEqual(was, variant)
    }).length,
  }
}

import { mostVariants } from '@solvane/contract/product-draft'
import { createProduct } from '@solvane/contract/products.admin'
import type { ImportMistake, StockMove } from '@solvane/contract/products-csv'
import type { $ZodIssue } from 'zod/v4/core'
import { applyDraft, type KnownPictures, newProduct } from '../apply-draft.ts'
import { codeProblems, productProblems, unknownPictures } from '../check-product.ts'
import type { TakenCode } from '../read-products.queries.ts'
import { type StoredProduct, statusOf } from '../stored-product.ts'
import type { ProductChange } from '../write-products.ts'
import { type Column, optionColumns } from './csv-format.ts'
import {
  type CsvLine,
  type DraftOfLines,
  draftFromLines,
  type SaidStock,
} from './draft-from-lines.ts'
import type { Names } from './import-cells.ts'

/** The plan for the lines of one product: its change, or the mistakes that prevent it. */
export interface ImportedProduct {
  change: ProductChange
  stockMoves: (StockMove & { variantId: string })[]
  /** The current stock of variants whose line does not state the stock at export. */
  stockSeen: { line: number; stock: number }[]
  mistakes: ImportMistake[]
}

/** The facts that an import needs besides the products themselves. */
export interface ImportFacts {
  names: Names
  colors: readonly string[]
  pictures: KnownPictures
  /** The variants that have SKUs or GTINs of the file. */
  taken: readonly TakenCode[]
  now: Date
  /** The last import of these variants' stock, by id. */
  stockImportedAt: ReadonlyMap<string, Date>
  /** Whether a line without the stock at export sets the stock as counted. */
  setsStock: boolean
}

/** The column that a part of a draft stands in, for the mistakes that the contract finds. */
const columnOf: Record<string, Column> = {
  identifier: 'identifier',
  name: 'name',
  description: 'description',
  material: 'material',
  details: 'details',
  measurements: 'measurements',
  dimensions: 'dimensions_mm',
  fitsInside: 'fits_inside',
  materialsAndCare: 'materials_and_care',
  sizeAndFit: 'size_and_fit',
  sizeGuide: 'size_guide',
  composition: 'composition',
  countryOfOrigin: 'country_of_origin',
  hsCode: 'hs_code',
  weightGrams: 'weight_grams',
  taxClass: 'tax_class',
  maker: 'maker',
  responsiblePerson: 'responsible_person',
  seoTitle: 'seo_title',
  seoDescription: 'seo_description',
  status: 'status',
  publishedAt: 'published_at',
  withdrawsAt: 'withdraws_at',
  isNew: 'new',
  categoryIds: 'categories',
  positions: 'positions',
  relatedIds: 'related',
  pictures: 'pictures',
  sku: 'sku',
  gtin: 'gtin',
  price: 'price',
  salePrice: 'sale_price',
  saleStartsAt: 'sale_starts_at',
  saleEndsAt: 'sale_ends_at',
  isEnabled: 'enabled',
}

/** The columns of a variant that differ from those of a product. */
const variantColumnOf: Record<string, Column> = {
  pictures: 'variant_pictures',
  attributeValues: optionColumns[0][1],
  composition: 'variant_composition',
  countryOfOrigin: 'variant_country_of_origin',
  hsCode: 'variant_hs_code',
  weightGrams: 'variant_weight_grams',
}

/**
 * Plans the import of the lines of one product. For a new product, `before` is null and `id`
 * becomes its id.
 */
export function planProduct(
  { before, id, lines }: { before: StoredProduct | null; id: string; lines: readonly CsvLine[] },
  { names, colors, pictures, taken, now, stockImportedAt, setsStock }: ImportFacts,
): ImportedProduct {
  const start = before ?? { ...newProduct(now), id }
  const rejected = (mistakes: ImportMistake[]) => ({
    change: { before: start, after: start },
    stockMoves: [],
    stockSeen: [],
    mistakes,
  })
  const firstLine = lines[0]?.line ?? 1
  if (before && statusOf(before) === 'DELETED') {
    const message = 'This product is deleted: restore it first'
    return rejected([{ line: firstLine, column: 'identifier', message }])
  }
  const tooMany = lines[mostVariants]
  if (tooMany) {
    const message = `A product can have at most ${mostVariants} variants`
    return rejected([{ line: tooMany.line, column: 'identifier', message }])
  }
  const read = draftFromLines(before, lines, names, now)
  const { draft, mistakes } = read
  const at = (path: PropertyKey[]) => ({ ...placeOf(path, read, firstLine) })
  const parsed = createProduct.body.safeParse(draft)
  const found = [
    ...mistakes,
    ...(parsed.error?.issues ?? [])
      .map(({ path, message }: $ZodIssue) => ({ ...at(path), message }))
      // An unreadable cell is reported once, without the contract's complaint about it.
      .filter(
        ({ line, column }) => !mistakes.some((one) => one.line === line && one.column === column),
      ),
    ...unknownPictures(draft, pictures).map(({ field, message }) => ({
      ...at(field.split('.')),
      message,
    })),
  ]
  if (!parsed.success || found.length > 0) return rejected(found)
  const after = applyDraft(start, parsed.data, { pictures, now })
  const problems = [...productProblems(after, { colors, before }), ...codeProblems(after, taken)]
  if (problems.length > 0)
    return rejected(problems.map(({ field, message }) => ({ ...at(field.split('.')), message })))
  const moves: ImportedProduct = {
    change: { before, after },
    stockMoves: [],
    stockSeen: [],
    mistakes: [],
  }
  const known = new Set(before?.variants.map((variant) => variant.id))
  for (const [place, variant] of after.variants.entries()) {
    const said = read.stocks[place]
    if (!said) continue
    const { line } = said
    // A variant that is not in the shop yet has no sales to reckon with.
    const wanted = known.has(variant.id)
      ? stockAfter(variant.stock, said, {
          setsStock,
          importedAt: stockImportedAt.get(variant.id),
        })
      : { stock: said.stock }
    if ('message' in wanted) {
      moves.mistakes.push({ line, column: 'stock', message: wanted.message })
      continue
    }
    if (known.has(variant.id) && said.atExport === null)
      moves.stockSeen.push({ line, stock: variant.stock })
    if (wanted.stock !== variant.stock)
      moves.stockMoves.push({
        line,
        identifier: after.identifier,
        variantId: variant.id,
        variant: Object.values(variant.attributes).join(', '),
        before: variant.stock,
        after: wanted.stock,
      })
  }
  return moves.mistakes.length > 0 ? rejected(moves.mistakes) : moves
}

/**
 * The stock of a variant after the import of a line. Sales since the export stay counted: a line
 * that states the stock at export is applied as a difference.
 */
function stockAfter(
  now: number,
  { stock, atExport, exportedAt, seen }: SaidStock,
  { setsStock, importedAt }: { setsStock: boolean; importedAt: Date | undefined },
): { stock: number } | { message: string } {
  if (atExport !== null) {
    const less = atExport - stock
    // The difference may contain a change that an import has made since the export, and would count
    // twice.
    if (less !== 0 && exportedAt !== null && importedAt !== undefined && importedAt > exportedAt)
      return {
        message:
          'The stock of this variant was imported since this file was written. Please export again',
      }
    if (less > now) return { message: `Only ${now} are left; the file would remove ${less}` }
    return { stock: now - less }
  }
  // The dry run showed no change for this line, so later sales do not make one.
  if (stock === (seen ?? now)) return { stock: now }
  if (!setsStock)
    return {
      message: `There are ${now} now, and the file says ${stock} but not how many there were when it was written. Please add stock_at_export, or set stock as counted`,
    }
  if (seen !== null && seen !== now)
    return { message: `There were ${seen} in the dry run and are ${now} now. Please count again` }
  return { stock }
}

/** The line and the column that a part of a draft was read from. */
function placeOf(
  path: PropertyKey[],
  { lineOf }: DraftOfLines,
  firstLine: number,
): Pick<ImportMistake, 'line' | 'column'> {
  const [part, index, inner, innermost] = path.map(String)
  if (part === 'variants' && index !== undefined) {
    const line = lineOf[Number(index)] ?? firstLine
    return { line, column: (inner && (variantColumnOf[inner] ?? columnOf[inner])) || null }
  }
  if (part === 'options') {
    const [name, value] = optionColumns[Number(index)] ?? optionColumns[0]
    return { line: firstLine, column: inner === 'name' || innermost === 'name' ? name : value }
  }
  return { line: firstLine, column: (part && columnOf[part]) || null }
}

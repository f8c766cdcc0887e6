import {
  combinationOf,
  type DraftVariant,
  type ProductDraft,
} from '@solvane/contract/product-draft'
import type { ImportMistake } from '@solvane/contract/products-csv'
import { toDraft } from '../apply-draft.ts'
import type { StoredProduct } from '../stored-product.ts'
import { type Column, optionColumns, productColumns, variantColumns } from './csv-format.ts'
import {
  CellMistake,
  instant,
  type Names,
  productReaders,
  stockOf,
  variantReaders,
} from './import-cells.ts'

/** A line of a file: its cells in the columns that the file has. */
export interface CsvLine {
  line: number
  cells: ReadonlyMap<Column, string>
  /** The stock of its variant in the dry run, for a line without the stock at export. */
  stockSeen: number | null
}

/** The stock of a variant as a line states it. */
export interface SaidStock {
  line: number
  stock: number
  /** The stock when the file was written; null if the line does not state it. */
  atExport: number | null
  /** The time of that export; null if the line does not state it. */
  exportedAt: Date | null
  seen: number | null
}

/** The draft that the lines of one product make. */
export interface DraftOfLines {
  draft: ProductDraft
  /** The line that each variant of the draft stands on; null for one that the file does not name. */
  lineOf: (number | null)[]
  /** The stated stock of each variant; null where the file states none. */
  stocks: (SaidStock | null)[]
  mistakes: ImportMistake[]
}

/** A variant that a file names first. Without a price it is rejected. */
const newVariant = {
  id: null,
  price: Number.NaN,
  salePrice: null,
  saleStartsAt: null,
  saleEndsAt: null,
  isEnabled: true,
  sku: null,
  gtin: null,
  weightGrams: null,
  hsCode: null,
  countryOfOrigin: null,
  composition: '',
  pictures: [],
}

/**
 * Applies the lines of one product to the stored product `before` (null for a new one). Fields
 * without a column, and variants that the file does not name, stay as they are.
 */
export function draftFromLines(
  before: StoredProduct | null,
  lines: readonly CsvLine[],
  names: Names,
  now: Date,
): DraftOfLines {
  const mistakes: ImportMistake[] = []
  /** The value of a cell; undefined, with a recorded mistake, if the reader rejects it. */
  function read<Read>(line: number, column: Column, reader: () => Read): Read | undefined {
    try {
      return reader()
    } catch (error) {
      if (!(error instanceof CellMistake)) throw error
      mistakes.push({ line, column, message: error.message })
      return undefined
    }
  }

  const draft = toDraft(before, now)
  for (const column of productColumns) {
    const said = sayingOf(lines, column)
    if (!said) continue
    for (const line of said.others)
      mistakes.push({
        line,
        column,
        message: `Line ${said.line} has a different value for this product`,
      })
    Object.assign(
      draft,
      read(said.line, column, () => productReaders[column](said.cell, names)),
    )
  }

  const lineOf: DraftOfLines['lineOf'] = draft.variants.map(() => null)
  const stocks: DraftOfLines['stocks'] = draft.variants.map(() => null)
  for (const { line, cells, stockSeen } of lines) {
    // A line without any variant column concerns the product alone.
    if (before !== null && !variantKeys.some((column) => cells.has(column))) continue
    const attributeValues = valuesOf(lines, cells)
    const at = placeOf(draft, attributeValues, before !== null)
    if (at === null) {
      mistakes.push({ line, ...otherOptions(draft, attributeValues, cells) })
      continue
    }
    const earlier = lineOf[at]
    if (earlier) {
      mistakes.push({ line, column: null, message: `Same variant as line ${earlier}` })
      continue
    }
    lineOf[at] = line
    draft.variants[at] ??= { ...newVariant, attributeValues }
    const variant = draft.variants[at]
    for (const [column, cell] of cells) {
      const reader = variantReaders[column]
      if (reader)
        Object.assign(
          variant,
          read(line, column, () => reader(cell, names)),
        )
    }
    if (Number.isNaN(variant.price) && !cells.has('price'))
      mistakes.push({ line, column: 'price', message: 'A new variant needs a price' })
    const count = (column: 'stock' | 'stock_at_export') => {
      const cell = cells.get(column)
      return cell ? (read(line, column, () => stockOf(cell)) ?? null) : null
    }
    const [stock, atExport] = [count('stock'), count('stock_at_export')]
    const exported = cells.get('exported_at')
    const exportedAt = exported
      ? (read(line, 'exported_at', () => new Date(instant(exported))) ?? null)
      : null
    stocks[at] = stock === null ? null : { line, stock, atExport, exportedAt, seen: stockSeen }
  }
  return { draft, lineOf, stocks, mistakes }
}

/** The columns that are about a variant. */
const variantKeys = [...optionColumns.flat(), ...variantColumns]

/** The mistake of a line whose options do not match those of its product. */
function otherOptions(
  { options }: ProductDraft,
  values: Record<string, string>,
  cells: CsvLine['cells'],
): Pick<ImportMistake, 'column' | 'message'> {
  const column = cells.has(optionColumns[0][0]) ? optionColumns[0][0] : null
  const names = options.map(({ name }) => name).join(', ')
  const said = Object.keys(values).join(', ')
  if (said === '')
    return {
      column,
      message: `This product has variants. Name the variant in option1_name, option1_value and so on. Its options: ${names}`,
    }
  if (names === '')
    return { column, message: `This product has no options, but the line has ${said}` }
  return { column, message: `The options of this product are ${names}, not ${said}` }
}

/**
 * The value of a column in these lines: the first that is not empty; `others` are lines with
 * another value.
 */
function sayingOf(lines: readonly CsvLine[], column: Column) {
  const cells = lines.flatMap(({ line, cells }) => {
    const cell = cells.get(column)
    return cell === undefined ? [] : { line, cell }
  })
  const first = cells.find(({ cell }) => cell !== '') ?? cells[0]
  if (!first) return undefined
  const others = cells.filter(({ cell }) => cell !== '' && cell !== first.cell)
  return { ...first, others: others.map(({ line }) => line) }
}

/** The options of a line with their values; a name that is left out is the one of the lines before. */
function valuesOf(lines: readonly CsvLine[], cells: CsvLine['cells']): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [nameColumn, valueColumn] of optionColumns) {
    const value = cells.get(valueColumn)
    const name = cells.get(nameColumn) || sayingOf(lines, nameColumn)?.cell
    if (name && value) values[name] = value
  }
  return values
}

/**
 * The index of the variant with these values in a draft, existing or new; new values are added, as
 * are new options of a new product. Null if the product has other options.
 */
function placeOf(
  { options, variants }: ProductDraft,
  values: Record<string, string>,
  isKnown: boolean,
): number | null {
  const names = Object.keys(values)
  const isNew = !isKnown && variants.length === 0
  if (isNew) options.push(...names.map((name) => ({ name, values: [] })))
  // A product with a single variant needs no options in the file.
  if (names.length === 0 && variants.length === 1) return 0
  if (names.length !== options.length || !options.every(({ name }) => Object.hasOwn(values, name)))
    return null
  for (const { name, values: known } of options) {
    const value = values[name]
    if (value !== undefined && !known.includes(value)) known.push(value)
  }
  const wanted = combinationOf(options, values)
  const at = variants.findIndex(
    ({ attributeValues }: DraftVariant) => combinationOf(options, attributeValues) === wanted,
  )
  return at === -1 ? variants.length : at
}

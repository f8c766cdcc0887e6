import { countryCodeOf } from '@solvane/contract/countries'
import { type Dimensions, readDimensions } from '@solvane/contract/dimensions'
import type { DraftPicture, DraftVariant, ProductDraft } from '@solvane/contract/product-draft'
import { taxClasses } from '@solvane/contract/tax'
import type { TradeParty } from '@solvane/contract/trade'
import { type Column, type ProductColumn, separator } from './csv-format.ts'

/** Raised by a cell with an invalid value for its column; the message is for the author of the file. */
export class CellMistake extends Error {}

/** The names that cells use, with the ids that they stand for. */
export interface Names {
  categories: ReadonlyMap<string, string>
  /** The categories with the one that lists everything. */
  lists: ReadonlyMap<string, string>
  products: ReadonlyMap<string, string>
}

/**
 * Also reads amounts as lists show them, `$1,234.50`; without cents, a comma may as well be a
 * decimal comma.
 */
function amount(cell: string): number {
  const plain = /^\$?\d{1,3}(,\d{3})*\.\d{2}$/.test(cell) ? cell.replaceAll(/[$,]/g, '') : cell
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(plain))
    throw new CellMistake('Please write an amount as 1234.50')
  return Number(plain)
}

function yesOrNo(cell: string): boolean {
  const said = cell.toLowerCase()
  if (['yes', 'true', '1'].includes(said)) return true
  if (['no', 'false', '0'].includes(said)) return false
  throw new CellMistake('Please write yes or no')
}

/** Whether a month has such a day: JavaScript takes the 30th of February for the 2nd of March. */
function isInCalendar(day: string): boolean {
  return new Date(day).toISOString().startsWith(day)
}

export function instant(cell: string): string {
  const isDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(cell)
  const date = new Date(cell)
  if (!isDate || Number.isNaN(date.getTime()) || !isInCalendar(cell.slice(0, 10)))
    throw new CellMistake(
      'Please write a time as 2026-11-27T09:00:00Z, or a day of UTC as 2026-11-27',
    )
  return date.toISOString()
}

function status(cell: string): ProductDraft['status'] {
  const said = cell.toUpperCase()
  if (said === 'PUBLISHED' || said === 'WITHDRAWN') return said
  throw new CellMistake('Please write published or withdrawn')
}

/** The stock of a variant; read separately, because stock has a ledger. */
export function stockOf(cell: string): number {
  if (!/^\d{1,7}$/.test(cell) || Number(cell) > 1_000_000)
    throw new CellMistake('Please write how many there are, as a whole number')
  return Number(cell)
}

function dimensionsOf(cell: string): Dimensions {
  const read = readDimensions(cell)
  if (!read) throw new CellMistake('Please write width, height and depth as 275 × 190 × 110')
  return read
}

function grams(cell: string): number {
  if (!/^\d{1,7}$/.test(cell)) throw new CellMistake('Please write whole grams, as 740')
  return Number(cell)
}

function taxClass(cell: string): ProductDraft['taxClass'] {
  const said = taxClasses.find((known) => known === cell.toUpperCase())
  if (!said) throw new CellMistake('Please write standard, reduced or zero')
  return said
}

function country(cell: string): string {
  const code = countryCodeOf(cell)
  if (!code) throw new CellMistake('Please write a country as IT or Italy')
  return code
}

/** One a line: name, postal address, e-mail. The contract checks each of them. */
function party(cell: string): TradeParty {
  const [name, address, email, ...more] = lines(cell)
  if (!name || !address || !email || more.length > 0)
    throw new CellMistake('Please write name, postal address and e-mail, one a line')
  return { name, address, email }
}

/** A cell of digits, of which spreadsheets and people make groups: `9506000 13435 2`. */
function digits(cell: string): string {
  return cell.replaceAll(/[ .]/g, '')
}

/** The fields that a variant may have in place of its product's. */
const overrides = {
  composition: (composition: string) => ({ composition }),
  country_of_origin: (cell: string) => ({ countryOfOrigin: cell ? country(cell) : null }),
  hs_code: (cell: string) => ({ hsCode: cell ? digits(cell) : null }),
  weight_grams: (cell: string) => ({ weightGrams: cell ? grams(cell) : null }),
}

function lines(cell: string): string[] {
  return cell
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

function pictures(cell: string): DraftPicture[] {
  return lines(cell).map((line) => {
    const [src = '', ...alt] = line.split(' ')
    return { src, alt: alt.join(' ').trim() }
  })
}

function named(cell: string, known: ReadonlyMap<string, string>, kind: string): string[] {
  return cell
    .split(separator)
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) => {
      const id = known.get(name)
      if (id === undefined) throw new CellMistake(`There is no ${kind} ${name}`)
      return id
    })
}

/** `women-bags:3`: the third in that list. */
function positions(cell: string, lists: ReadonlyMap<string, string>): ProductDraft['positions'] {
  return cell
    .split(separator)
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const [, name = '', place] = /^(.*?)\s*:\s*(\d{1,6})$/.exec(one) ?? []
      if (!place) throw new CellMistake('Please write a category and a place as women-bags:3')
      const categoryId = lists.get(name)
      if (categoryId === undefined) throw new CellMistake(`There is no category ${name}`)
      return { categoryId, position: Number(place) }
    })
}

type Reader<Draft> = (cell: string, names: Names) => Partial<Draft>

/** The reader of each product column; an empty cell clears a field that may be empty. */
export const productReaders: Record<ProductColumn, Reader<ProductDraft>> = {
  identifier: (identifier) => ({ identifier }),
  name: (name) => ({ name }),
  status: (cell) => (cell ? { status: status(cell) } : {}),
  material: (material) => ({ material }),
  description: (description) => ({ description }),
  details: (cell) => ({ details: lines(cell) }),
  measurements: (measurements) => ({ measurements }),
  dimensions_mm: (cell) => ({ dimensions: cell ? dimensionsOf(cell) : null }),
  fits_inside: (fitsInside) => ({ fitsInside }),
  materials_and_care: (materialsAndCare) => ({ materialsAndCare }),
  size_and_fit: (cell) => ({ sizeAndFit: cell || null }),
  size_guide: (cell) => ({ sizeGuide: cell || null }),
  ...overrides,
  tax_class: (cell) => (cell ? { taxClass: taxClass(cell) } : {}),
  maker: (cell) => ({ maker: cell ? party(cell) : null }),
  responsible_person: (cell) => ({ responsiblePerson: cell ? party(cell) : null }),
  seo_title: (seoTitle) => ({ seoTitle }),
  seo_description: (seoDescription) => ({ seoDescription }),
  new: (cell) => (cell ? { isNew: yesOrNo(cell) } : {}),
  published_at: (cell) => (cell ? { publishedAt: instant(cell) } : {}),
  withdraws_at: (cell) => ({ withdrawsAt: cell ? instant(cell) : null }),
  categories: (cell, { categories }) => ({ categoryIds: named(cell, categories, 'category') }),
  positions: (cell, { lists }) => ({ positions: positions(cell, lists) }),
  related: (cell, { products }) => ({ relatedIds: named(cell, products, 'product') }),
  pictures: (cell) => ({ pictures: pictures(cell) }),
}

/** The readers of variant columns that become part of a draft. */
export const variantReaders: Partial<Record<Column, Reader<DraftVariant>>> = {
  sku: (cell) => ({ sku: cell || null }),
  gtin: (cell) => ({ gtin: cell ? digits(cell) : null }),
  price: (cell) => ({ price: amount(cell) }),
  sale_price: (cell) => ({ salePrice: cell ? amount(cell) : null }),
  sale_starts_at: (cell) => ({ saleStartsAt: cell ? instant(cell) : null }),
  sale_ends_at: (cell) => ({ saleEndsAt: cell ? instant(cell) : null }),
  enabled: (cell) => (cell ? { isEnabled: yesOrNo(cell) } : {}),
  variant_composition: overrides.composition,
  variant_country_of_origin: overrides.country_of_origin,
  variant_hs_code: overrides.hs_code,
  variant_weight_grams: overrides.weight_grams,
  variant_pictures: (cell) => ({ pictures: pictures(cell) }),
}

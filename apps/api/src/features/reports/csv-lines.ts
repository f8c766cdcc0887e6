import { stringify } from 'csv-stringify/sync'
import { toCell } from '../../platform/csv/cells.ts'

/** A text, which is protected, or a number or an amount of ours. */
export type Cell = string | number | Amount | null

/** US dollars; in the file always with two decimals. */
interface Amount {
  cents: number
}

export const money = (cents: number): Amount => ({ cents })
export const dollars = (amount: number): Amount => money(Math.round(amount * 100))
export const yesOrNo = (is: boolean | null) => (is === null ? null : is ? 'yes' : 'no')

/** What a column has of each record, by its name. */
export type Columns<Row> = Record<string, (row: Row) => Cell>

/** The first line, with the mark without which spreadsheets take UTF-8 for something else. */
export function firstLine<Row>(columns: Columns<Row>): string {
  return `\uFEFF${toLines([Object.keys(columns)])}`
}

/** The lines of these records. */
export function linesOf<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const cells = Object.values(columns)
  return toLines(rows.map((row) => cells.map((cell) => cell(row))))
}

function toLines(lines: readonly Cell[][]): string {
  return stringify(lines.map((line) => line.map(toText)))
}

function toText(cell: Cell): string | number | null {
  if (typeof cell === 'string') return toCell(cell)
  return typeof cell === 'object' && cell !== null ? (cell.cents / 100).toFixed(2) : cell
}

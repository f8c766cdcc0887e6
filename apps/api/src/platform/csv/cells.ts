/**
 * Spreadsheets take a cell that begins like this for a formula: they get it behind an apostrophe, which
 * the import takes off again. A cell that has apostrophes there already gets one more.
 */
const protectedStart = /^'*[=+\-@\t\r＝＋－＠]/
const protectedCell = /^'+[=+\-@\t\r＝＋－＠]/

/** A text as a cell that no spreadsheet runs. */
export function toCell(text: string): string {
  return protectedStart.test(text) ? `'${text}` : text
}

/** The text that `toCell` made a cell of. */
export function fromCell(cell: string): string {
  return protectedCell.test(cell) ? cell.slice(1) : cell
}

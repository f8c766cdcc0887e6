/**
 * Spreadsheets take a cell that begins like this for a formula: they get it behind an apostrophe, which
 * the import takes off again. A cell that has apostrophes there already gets one more. Where lists are
 * separated by semicolons or tabs, so are cells: what follows one, or a line end, is another's start.
 */
const start = '(?<=^|[;\\t\\r\\n])'
const formula = `(?=["']*[=+\\-@\\t\\r＝＋－＠])`
const starts = new RegExp(start + formula, 'g')
const protectedStarts = new RegExp(`${start}'${formula}`, 'g')

/** A text as a cell that no spreadsheet runs. */
export function toCell(text: string): string {
  return text.replace(starts, "'")
}

/** The text that `toCell` made a cell of. */
export function fromCell(cell: string): string {
  return cell.replace(protectedStarts, '')
}

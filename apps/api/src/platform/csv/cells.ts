/**
 * Spreadsheets treat a cell that begins like this as a formula. It is written behind an apostrophe,
 * which the import removes again; a cell that begins with apostrophes already gets one more. Where
 * lists are separated by semicolons or tabs, so are cells: the text after a separator or a line end
 * may begin another cell.
 */
const start = '(?<=^|[;\\t\\r\\n])'
const formula = `(?=["']*[=+\\-@\\t\\r＝＋－＠])`
const starts = new RegExp(start + formula, 'g')
const protectedStarts = new RegExp(`${start}'${formula}`, 'g')

/** The text as a cell that no spreadsheet runs. */
export function toCell(text: string): string {
  return text.replace(starts, "'")
}

/** The text of a cell made by `toCell`. */
export function fromCell(cell: string): string {
  return cell.replace(protectedStarts, '')
}

import type { ImportMistake } from '@solvane/contract/products-bulk'
import { mostImportLines } from '@solvane/contract/products-bulk'
import { CsvError, parse } from 'csv-parse/sync'
import { fromCell } from './csv-cells.ts'
import { type Column, columns } from './csv-columns.ts'

/** A line of a file: what stands in the columns that the file has. */
export interface CsvLine {
  /** As an editor counts, from 1; where the line begins. */
  line: number
  cells: ReadonlyMap<Column, string>
}

export interface CsvFile {
  lines: CsvLine[]
  mistakes: ImportMistake[]
}

const delimiters = [',', ';', '\t'] as const

/** Columns of which each that is unknown is named; a file with more is no list of products. */
const mostColumns = 100

/** Letters of a line, more than all that a piece can say of itself. */
const longestLine = 200_000

/** Letters of a column's name that are repeated to who wrote it. */
const shownOfName = 60

interface Parsed {
  record: string[]
  info: { lines: number }
}

/**
 * Reads a file of products: UTF-8 with or without its mark, lines that end either way, columns in any
 * order divided by commas, semicolons or tabs, as the header shows.
 */
export function readCsv(text: string): CsvFile {
  const records = parseRecords(text.replaceAll(/\r\n?/g, '\n'))
  if (!Array.isArray(records)) return { lines: [], mistakes: [records] }
  const [header, ...body] = records
  if (!header) return { lines: [], mistakes: [mistake(1, null, 'The file is empty')] }
  const names = header.record.map((name) => name.trim().toLowerCase().slice(0, shownOfName))
  const mistakes = mistakesInHeader(names)
  if (body.length === 0) mistakes.push(mistake(1, null, 'The file has no lines below its header'))
  if (body.length > mostImportLines)
    mistakes.push(
      mistake(1, null, `The file has more than ${mostImportLines} lines: please divide it`),
    )
  if (mistakes.length > 0) return { lines: [], mistakes }

  const lines: CsvLine[] = []
  for (const { record, line } of withLines(records).slice(1)) {
    if (record.length === names.length)
      lines.push({
        line,
        cells: new Map(
          names.map((name, at) => [name as Column, fromCell((record[at] ?? '').trim()).trim()]),
        ),
      })
    else
      mistakes.push(
        mistake(line, null, `This line has ${record.length} cells, the header ${names.length}`),
      )
  }
  return { lines, mistakes }
}

function mistake(line: number, column: string | null, message: string): ImportMistake {
  return { line, column, message }
}

function parseRecords(text: string): Parsed[] | ImportMistake {
  const [firstLine = ''] = text.split('\n', 1)
  const delimiter = delimiters.toSorted(
    (one, other) => firstLine.split(other).length - firstLine.split(one).length,
  )[0] as string
  const found = firstLine.split(delimiter).length
  if (found > mostColumns)
    return mistake(1, null, `The header has ${found} columns, of which there are ${columns.length}`)
  try {
    return parse(text, {
      bom: true,
      delimiter,
      info: true,
      max_record_size: longestLine,
      // The header, and one line too many: what comes after it is not read.
      to: mostImportLines + 2,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as unknown as Parsed[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error.lines === 'number' ? error.lines : 1
    const isLong = error.code === 'CSV_MAX_RECORD_SIZE'
    return mistake(
      line,
      null,
      isLong
        ? 'This line is longer than a piece can be; perhaps its quotes are not closed'
        : 'The quotes of this line are not closed, or stand within a cell',
    )
  }
}

/** The line each record begins on; the parser tells where it ends. */
function withLines(records: Parsed[]): { record: string[]; line: number }[] {
  return records.map(({ record, info }) => {
    const breaks = record.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0)
    return { record, line: info.lines - breaks }
  })
}

function mistakesInHeader(names: string[]): ImportMistake[] {
  const mistakes: ImportMistake[] = []
  for (const [at, name] of names.entries()) {
    if (!(columns as readonly string[]).includes(name))
      mistakes.push(mistake(1, name, 'There is no such column'))
    else if (names.indexOf(name) !== at)
      mistakes.push(mistake(1, name, 'This column is there twice'))
  }
  if (!names.includes('identifier'))
    mistakes.push(
      mistake(1, 'identifier', 'This column is missing: it says which piece a line is of'),
    )
  return mistakes
}

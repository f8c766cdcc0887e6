import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type ImportMistake, mostImportLines } from '@solvane/contract/products-csv'
import { CsvError, parse } from 'csv-parse'
import { fromCell } from '../../../platform/csv/cells.ts'
import { columns, problemColumn } from './csv-format.ts'

/** A line of a file as it stands there, a cell for each column. */
export interface RawLine {
  /** The line number that an editor shows, from 1, where the record begins. */
  line: number
  cells: string[]
}

/** The findings about a file besides its lines. */
export interface ReadFile {
  /** The names in its header. */
  columns: string[]
  lines: number
  mistakes: ImportMistake[]
  /** Whether all of it could be read; else there is nothing to be checked. */
  isWhole: boolean
  /** Identifies the file. */
  hash: string
}

const delimiters = [',', ';', '\t'] as const

/** The most columns whose unknown names are listed; a file with more is no list of products. */
const mostColumns = 100

/** The most characters of a line, more than all fields of a product. */
const longestLine = 200_000

/** The most characters of a column's name in an error message. */
const shownOfName = 60

/** Lines that are passed on together. */
const atATime = 500

/** The most mistakes that are stored: nobody reads more. */
const mostMistakes = 1_000

interface Parsed {
  record: string[]
  info: { lines: number }
}

/** Raised where a file cannot be read on. */
class Unreadable extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/**
 * Reads a file of products as it comes in: UTF-8 with or without its mark, lines that end either way,
 * columns in any order divided by commas, semicolons or tabs, as the header shows. Returns its lines to
 * `take`, some hundreds at a time.
 */
export async function readCsv(
  bytes: AsyncIterable<Uint8Array>,
  take: (columns: string[], lines: RawLine[]) => Promise<void>,
): Promise<ReadFile> {
  const hash = createHash('sha256')
  const file: ReadFile = { columns: [], lines: 0, mistakes: [], isWhole: false, hash: '' }
  let chunk: RawLine[] = []
  try {
    for await (const { record, info } of recordsOf(textOf(bytes, hash))) {
      const breaks = record.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0)
      // The parser finds the end of a line.
      const line = info.lines - breaks
      if (file.columns.length === 0) {
        file.columns = record.slice(0, filledCells(record)).map(toName)
        file.mistakes = mistakesInHeader(file.columns)
        if (file.mistakes.length > 0) return file
        continue
      }
      file.lines++
      if (file.lines > mostImportLines)
        throw new Unreadable(1, `The file has more than ${mostImportLines} lines: please divide it`)
      const cells = record.slice(0, Math.max(file.columns.length, filledCells(record)))
      const wrong = problemOf(cells, file.columns)
      if (wrong === null) chunk.push({ line, cells: cells.map(toText) })
      else if (file.mistakes.length < mostMistakes) file.mistakes.push(mistake(line, null, wrong))
      if (chunk.length === atATime) {
        await take(file.columns, chunk)
        chunk = []
      }
    }
    if (file.columns.length === 0) throw new Unreadable(1, 'The file is empty')
    if (file.lines === 0) throw new Unreadable(1, 'The file has no lines below its header')
    if (chunk.length > 0) await take(file.columns, chunk)
  } catch (error) {
    file.mistakes.push(mistakeOf(error))
    return file
  }
  return { ...file, isWhole: true, hash: hash.digest('hex') }
}

/** The number of cells up to the last that is not empty: spreadsheets write empty ones behind it. */
function filledCells(record: string[]): number {
  return record.findLastIndex((cell) => cell.trim() !== '') + 1
}

function toText(cell: string): string {
  return fromCell(cell.trim()).trim()
}

/** The database takes every sign but this one. */
function toName(cell: string): string {
  return cell.trim().toLowerCase().slice(0, shownOfName).replaceAll('\0', '')
}

function mistake(line: number, column: string | null, message: string): ImportMistake {
  return { line, column, message }
}

function problemOf(record: string[], names: string[]): string | null {
  if (record.length !== names.length)
    return `This line has ${record.length} cells, the header ${names.length}`
  if (record.some((cell) => cell.includes('\0'))) return 'This line holds more than text'
  return null
}

function mistakeOf(error: unknown): ImportMistake {
  if (error instanceof Unreadable) return mistake(error.line, null, error.message)
  if (!(error instanceof CsvError)) throw error
  return mistake(
    typeof error.lines === 'number' ? error.lines : 1,
    null,
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? 'This line is too long; perhaps a quote is not closed'
      : 'The quotes of this line are not closed, or stand within a cell',
  )
}

/** Bytes as text whose lines end with a line feed. */
async function* textOf(
  bytes: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      throw new Unreadable(
        1,
        'This file is not UTF-8. In your spreadsheet, save it as “CSV UTF-8”.',
      )
    }
  }
  // Whether a line feed follows is in the next chunk.
  let held = ''
  const ended = (text: string) => text.replaceAll(/\r\n?/g, '\n')
  for await (const chunk of bytes) {
    hash.update(chunk)
    const text = held + decode(chunk)
    held = text.endsWith('\r') ? '\r' : ''
    yield ended(held ? text.slice(0, -1) : text)
  }
  yield ended(held + decode())
}

/** The records of a text, the header first, divided as its first line shows. */
async function* recordsOf(text: AsyncGenerator<string>): AsyncGenerator<Parsed> {
  let start = ''
  while (!start.includes('\n') && start.length <= longestLine) {
    const next = await text.next()
    if (next.done) break
    start += next.value
  }
  const [firstLine = ''] = start.split('\n', 1)
  const delimiter = delimiters.toSorted(
    (one, other) => firstLine.split(other).length - firstLine.split(one).length,
  )[0] as string
  const found = firstLine.split(delimiter).length
  if (found > mostColumns)
    throw new Unreadable(1, `The header has ${found} columns, of which there are ${columns.length}`)
  async function* whole() {
    yield start
    yield* text
  }
  const parser = parse({
    delimiter,
    info: true,
    max_record_size: longestLine,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  })
  yield* Readable.from(whole()).compose(parser) as AsyncIterable<Parsed>
}

function mistakesInHeader(names: string[]): ImportMistake[] {
  const mistakes: ImportMistake[] = []
  for (const [at, name] of names.entries()) {
    if (name !== problemColumn && !(columns as readonly string[]).includes(name))
      mistakes.push(mistake(1, name, 'There is no such column'))
    else if (names.indexOf(name) !== at)
      mistakes.push(mistake(1, name, 'This column is there twice'))
  }
  if (!names.includes('identifier'))
    mistakes.push(
      mistake(1, 'identifier', 'This column is missing: it names the product of a line'),
    )
  return mistakes
}

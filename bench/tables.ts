import type { Aim } from './aims.ts'
import type { DatabaseOrder } from './database-floor.ts'
import type { LoadResult } from './load.ts'
import type { Measured } from './measure.ts'

const megabyte = 1024 * 1024

/** A table as rows of cells, headings first. */
export type Table = string[][]

/** The minimum cost of database requests, without a server in between, by concurrency. */
export interface DatabaseFloor extends LoadResult {
  size: number
  does: DatabaseOrder['does']
  connections: number
}

/** The measurements, one per row. */
export function measuredTable(lines: Measured[]): Table {
  return [
    [
      'Work',
      'Products',
      'Cache',
      'At once',
      'A second',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'Errors',
      'Of floor',
      'SQL',
      'CPU µs',
      'kB',
      'Memory MB',
    ],
    ...lines.map((line) => [
      line.title,
      whole(line.size),
      line.mode,
      whole(line.connections),
      whole(line.perSecond),
      milliseconds(line.p50),
      milliseconds(line.p95),
      milliseconds(line.p99),
      whole(line.errors),
      `${Math.round(line.ofFloor * 100)} %`,
      line.statements.toFixed(1),
      whole(line.cpuMicroseconds),
      (line.bytesPerAnswer / 1024).toFixed(1),
      whole(line.memory / megabyte),
    ]),
  ]
}

const leastWork = {
  nothing: '`select 1`, without a server between',
  update: 'One row changed by its key, without a server between',
  'insert and update': 'One row added, one changed, without a server between',
} as const satisfies Record<DatabaseOrder['does'], string>

/** The minimal servers: the same bytes from memory, the same elements, `select 1`, one row updated. */
export function floorTable(lines: Measured[], database: DatabaseFloor[]): Table {
  return [
    ['Floor', 'Products', 'At once', 'A second'],
    ...database.map((line) => [
      leastWork[line.does],
      whole(line.size),
      whole(line.connections),
      whole(line.perSecond),
    ]),
    ...lines
      .filter(({ row, mode }) => mode === 'warm' || (mode === 'cold' && row.endsWith('-page')))
      .map((line) => [
        `${line.title}, ${line.mode === 'warm' ? 'from memory' : 'its elements rendered by React alone'}`,
        whole(line.size),
        whole(line.connections),
        whole(line.floorPerSecond),
      ]),
    ...lines
      .filter(({ mode }) => mode === 'own')
      .map((line) => [
        `${line.row.startsWith('order-place') ? 'Route that adds one row, changes one' : 'Route that changes one row by its key'}, beside: ${line.title}`,
        whole(line.size),
        whole(line.connections),
        whole(line.floorPerSecond),
      ]),
  ]
}

/** The goals and whether they were reached. */
export function aimTable(aims: Aim[]): Table {
  return [
    ['Aim', 'Wanted', 'Reached', 'Ratio', ''],
    ...aims.map(({ title, aim, reached, ratio, passed }) => [
      title,
      aim,
      reached,
      ratio.toFixed(2),
      passed ? 'pass' : 'FAIL',
    ]),
  ]
}

/** For a terminal: aligned columns, numbers to the right. */
export function toText(table: Table): string {
  const widths = columnWidths(table)
  return table
    .map((cells) =>
      cells
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** As Markdown. */
export function toMarkdown(table: Table): string {
  const [heading = [], ...lines] = table
  const rule = heading.map((_, column) => (column === 0 ? '---' : '---:'))
  return [heading, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function columnWidths(table: Table): number[] {
  return (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((cells) => cells[column]?.length ?? 0)),
  )
}

/** A number without decimals, with thousands separators. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

function milliseconds(value: number): string {
  return value < 10 ? value.toFixed(2) : value.toFixed(1)
}

import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RawLine } from './read-csv.ts'

/** A line of a file that is imported, with the product it is of. */
export interface KeptLine extends RawLine {
  identifier: string
}

/** The characters of an identifier that fit into the index; no product has a longer one. */
const longestKey = 200

/** The key that groups the lines of one product. */
export function keyOf(identifier: string): string {
  return identifier.slice(0, longestKey)
}

export async function insertCsvLines(
  db: Queryable,
  jobId: string,
  lines: KeptLine[],
): Promise<void> {
  const rows = lines.map(({ line, identifier, cells }) => ({ line, key: keyOf(identifier), cells }))
  await sql`insert into csv_line (job_id, line, identifier, cells)
    select ${jobId}, line, key, cells
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (line integer, key text, cells jsonb)`.execute(
    db,
  )
}

/** The next products of a file in the order of their identifiers; with `postponed` those whose relations wait. */
export async function nextProductsOfFile(
  db: Queryable,
  jobId: string,
  { after, postponed, limit }: { after: string; postponed: boolean; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`
    select distinct identifier from csv_line
    where job_id = ${jobId} and identifier > ${after} and (not ${postponed} or is_postponed and problem is null)
    order by identifier limit ${limit}`.execute(db)
  return rows.map(({ identifier }) => identifier)
}

/** The lines of products in their order, of each `limit` at most, and how many there are of each. */
export async function linesOfProducts(
  db: Queryable,
  jobId: string,
  keys: string[],
  limit: number,
): Promise<(KeptLine & { stockSeen: number | null; linesOfProduct: number })[]> {
  const { rows } = await sql<KeptLine & { stockSeen: number | null; linesOfProduct: number }>`
    select line, identifier, cells, "stockSeen", "linesOfProduct" from (
      select line, identifier, cells, stock_seen as "stockSeen",
        count(*) over (partition by identifier) as "linesOfProduct",
        row_number() over (partition by identifier order by line) as place
      from csv_line where job_id = ${jobId} and identifier = any (${keys}::text[])) l
    where place <= ${limit} order by line`.execute(db)
  return rows
}

/** The identifiers among these that a file has lines for. */
export async function identifiersInFile(
  db: Queryable,
  jobId: string,
  identifiers: string[],
): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`
    select distinct identifier from csv_line
    where job_id = ${jobId} and identifier = any (${identifiers}::text[])`.execute(db)
  return rows.map(({ identifier }) => identifier)
}

/** Keeps how many there were of the variants of lines. */
export async function keepStockSeen(
  db: Queryable,
  jobId: string,
  seen: { line: number; stock: number }[],
): Promise<void> {
  await sql`update csv_line l set stock_seen = t.stock
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as t (line integer, stock integer)
    where l.job_id = ${jobId} and l.line = t.line`.execute(db)
}

export async function postponeProducts(
  db: Queryable,
  jobId: string,
  keys: string[],
): Promise<void> {
  await sql`update csv_line set is_postponed = true
    where job_id = ${jobId} and identifier = any (${keys}::text[])`.execute(db)
}

/** Keeps why the lines of a product were not imported; returns how many that are. */
export async function keepProblems(
  db: Queryable,
  jobId: string,
  key: string,
  problems: { line: number; problem: string }[],
): Promise<number> {
  const { rows } = await sql<{ kept: number }>`
    with kept as (
      update csv_line l set problem = coalesce(
        (select string_agg(t.problem, '; ') from jsonb_to_recordset(${JSON.stringify(problems)}::jsonb)
          as t (line integer, problem text) where t.line = l.line),
        'Another line of this product has an error')
      where job_id = ${jobId} and identifier = ${key} and l.problem is null returning 1)
    select count(*) as kept from kept`.execute(db)
  return rows[0]?.kept ?? 0
}

/** The next lines that were not imported, and why. */
export async function nextFailedLines(
  db: Queryable,
  jobId: string,
  { after, limit }: { after: number; limit: number },
): Promise<(RawLine & { problem: string })[]> {
  const { rows } = await sql<RawLine & { problem: string }>`
    select line, cells, problem from csv_line
    where job_id = ${jobId} and line > ${after} and problem is not null
    order by line limit ${limit}`.execute(db)
  return rows
}

/**
 * The lines with a code that an earlier line of another product has, at most `limit`. `at` is the place of the
 * code among the cells.
 */
export async function linesWithCodeOfOther(
  db: Queryable,
  jobId: string,
  { column, at, limit }: { column: 'sku' | 'gtin'; at: number; limit: number },
): Promise<{ line: number; first: number }[]> {
  const cell = sql`cells ->> ${at}::integer`
  const code =
    column === 'sku'
      ? sql`lower(${cell})`
      : sql`lpad(regexp_replace(${cell}, '[ .]', '', 'g'), 14, '0')`
  const { rows } = await sql<{ line: number; first: number }>`
    select line, first from (
      select line, identifier, first_value(line) over named as first,
        first_value(identifier) over named as owner
      from csv_line where job_id = ${jobId} and ${cell} <> ''
      window named as (partition by ${code} order by line)) coded
    where identifier <> owner order by line limit ${limit}`.execute(db)
  return rows
}

export async function deleteCsvLines(db: Queryable, jobId: string): Promise<void> {
  await sql`delete from csv_line where job_id = ${jobId}`.execute(db)
}

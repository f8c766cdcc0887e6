import { openDatabase } from '../apps/api/src/platform/database/database.ts'

/** The size of a table with its TOAST, or of one of its indexes. */
export interface TableSize {
  name: string
  /** As last counted by PostgreSQL; null for an index. */
  rows: number | null
  bytes: number
  /** Null for an index. */
  indexBytes: number | null
}

/** The tables and indexes of more than 10 MB, the largest first, and the whole database. */
export async function readSizes(databaseUrl: string): Promise<TableSize[]> {
  const db = openDatabase({ url: databaseUrl, poolSize: 1 })
  try {
    const { rows } = await db.pool.query<TableSize>(
      `select 'everything' as name, null::bigint as rows, pg_database_size(current_database()) as bytes,
         (select sum(pg_indexes_size(oid))::bigint from pg_class where relkind = 'r') as "indexBytes"
       union all
       select relname, case when relkind = 'r' then reltuples::bigint end,
         case when relkind = 'r' then pg_table_size(oid) else pg_relation_size(oid) end,
         case when relkind = 'r' then pg_indexes_size(oid) end
       from pg_class
       where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace
         and pg_total_relation_size(oid) > 10 * 1024 * 1024
       order by bytes desc`,
    )
    return rows
  } finally {
    await db.close()
  }
}

import pg from 'pg'

/**
 * Every table of a database with its rows and a hash of their contents; without those that are
 * unlogged, which PostgreSQL empties whenever it recovers.
 */
export async function databaseContents(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and c.relpersistence = 'p'
        and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`,
    )
    const contents: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ summary: string }>(
        `select count(*) || ' rows, ' || coalesce(md5(string_agg(md5(t::text), '' order by t::text collate "C")), '')
          as summary from ${name} t`,
      )
      contents[name] = rows[0]?.summary ?? ''
    }
    return contents
  } finally {
    await client.end()
  }
}

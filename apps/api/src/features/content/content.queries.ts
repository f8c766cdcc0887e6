import type { Database } from '../../platform/database/database.ts'

/** The stored document under `key`, or undefined. Its shape is checked by who asks. */
export async function findContent(db: Database, key: string): Promise<unknown> {
  const [row] = await db.prepared<{ value: unknown }>(
    'content_by_key',
    'select value from content where key = $1',
    [key],
  )
  return row?.value
}

/** The slugs of every information page. */
export async function listPageSlugs(db: Database): Promise<string[]> {
  const rows = await db.prepared<{ slug: string }>(
    'page_slugs',
    `select substr(key, 6) as slug from content where key like 'page:%' order by key`,
    [],
  )
  return rows.map(({ slug }) => slug)
}

import type { Pool } from 'pg'
import { stableId } from '../seed/stable-id.ts'
import { defaultContent } from './default-content.ts'

/**
 * Adds what a shop cannot be opened or edited without, where it is missing: the root category and
 * every document of the content table. Nothing that exists is changed. Several processes may do this at
 * once.
 */
export async function insertDefaults(pool: Pool): Promise<void> {
  // Looked for first: writing makes every process drop its cached answers, also when nothing is written.
  const { rows } = await pool.query<{ key: string }>('select key from content')
  const missing = defaultContent().filter(({ key }) => !rows.some((row) => row.key === key))
  if (missing.length > 0)
    await pool.query(
      `insert into content (key, value)
       select key, value from jsonb_to_recordset($1) as missing (key text, value jsonb)
       on conflict do nothing`,
      [JSON.stringify(missing)],
    )
  const { rowCount } = await pool.query('select from category where parent_id is null')
  if (rowCount) return
  const { id, identifier, slug, name, description } = rootCategory
  await pool.query(
    `insert into category (id, identifier, slug, name, description) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [id, identifier, slug, name, description],
  )
}

/** The root category, which holds everything and which the menu does not show. */
export const rootCategory = {
  id: stableId('category', 'all'),
  parent_id: null,
  identifier: 'all',
  slug: 'all',
  name: 'The Collection',
  description: 'Everything the house makes, the newest first.',
  picture: null,
  position: 0,
  product_count: 0,
} as const

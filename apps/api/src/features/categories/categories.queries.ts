import type { Picture } from '@solvane/contract/catalog'
import type { Database } from '../../platform/database/database.ts'

export interface CategoryRow {
  id: string
  parent_id: string | null
  identifier: string
  slug: string
  name: string
  description: string
  picture: Picture | null
}

/** Every category, parents before the order of their children matters: by position, then name. */
export function listCategories(db: Database): Promise<CategoryRow[]> {
  return db.prepared(
    'categories',
    `select id, parent_id, identifier, slug, name, description, picture
     from category order by position, name, id`,
    [],
  )
}

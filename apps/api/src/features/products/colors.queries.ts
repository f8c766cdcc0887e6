import type { Swatch } from '@solvane/contract/catalog'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** The colour list, in its order. */
export function listColorRows(db: Queryable): Promise<Swatch[]> {
  return db
    .selectFrom('color')
    .select(['name', 'hex'])
    .orderBy('position')
    .orderBy('name')
    .execute()
}

export async function listColorNames(db: Queryable): Promise<string[]> {
  return (await listColorRows(db)).map(({ name }) => name)
}

/** Adds a colour behind the others; false when there is one of this name, in any case. */
export async function insertColor(db: Queryable, { name, hex }: Swatch): Promise<boolean> {
  const { rows } = await sql`
    insert into color (name, hex, position)
    select ${name}, ${hex}, (select coalesce(max(position), -1) + 1 from color)
    where not exists (select from color c where lower(c.name) = lower(${name}))
    on conflict do nothing
    returning name`.execute(db)
  return rows.length > 0
}

// The rows that the floors of writing change: the least that a write to the database can be.
import type { Database } from '../apps/api/src/platform/database/database.ts'

/** Rows to change, by ids from 0: more than ask at once, so that nobody waits for another's. */
export const floorRows = 64

/** One row changed by its key in a transaction, or one row added and one changed. */
export type FloorWrite = 'update' | 'insert and update'

const update = { name: 'floor', text: 'update bench.floor set n = n + 1 where id = $1' }

/** Makes the rows, unless they are there. */
export async function makeFloorRows({ pool }: Database): Promise<void> {
  await pool.query('create schema if not exists bench')
  await pool.query(
    'create table if not exists bench.floor (id integer primary key, n bigint not null) with (fillfactor = 80)',
  )
  await pool.query(
    'create table if not exists bench.added (id bigint generated always as identity primary key, n bigint not null)',
  )
  await pool.query(
    'insert into bench.floor select id, 0 from generate_series(0, $1::integer - 1) id on conflict do nothing',
    [floorRows],
  )
}

/** Does the write once, to the row with `id`: begin, the write, commit. */
export function writeOnce(db: Database, does: FloorWrite, id: number): Promise<void> {
  return db.commitWith(async (tx) => {
    if (does === 'insert and update')
      await tx.prepared('floor_add', 'insert into bench.added (n) values ($1)', [id])
    return { ...update, values: [id] }
  })
}

/** Changes the row with `id` by a statement alone, which is the least that a transaction can be. */
export async function changeRow(db: Database, id: number): Promise<void> {
  await db.prepared(update.name, update.text, [id])
}

// The rows for measuring the minimum cost of a write.
import type { Database } from '../apps/api/src/platform/database/database.ts'

/**
 * Rows to change, with ids from 0: more than concurrent writers, so that none waits for another.
 */
export const floorRows = 64

/** One row updated by its key in a transaction, or one inserted and one updated. */
export type FloorWrite = 'update' | 'insert and update'

const update = { name: 'floor', text: 'update bench.floor set n = n + 1 where id = $1' }

/** Creates the rows if necessary. */
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
export async function writeOnce(db: Database, does: FloorWrite, id: number): Promise<void> {
  await db.commitWith(async (tx) => {
    if (does === 'insert and update')
      await tx.prepared('floor_add', 'insert into bench.added (n) values ($1)', [id])
    return { ...update, values: [id] }
  })
}

/** Updates the row with `id` in a single statement, the smallest possible transaction. */
export async function changeRow(db: Database, id: number): Promise<void> {
  await db.prepared(update.name, update.text, [id])
}

import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { lendForListening } from './realtime.ts'

it('takes a broken connection back, also from an adapter that returns it a second time', async () => {
  const pool = new pg.Pool({ connectionString: inject('postgresUrl'), max: 1 })
  const { forAdapter, release } = lendForListening(pool, () => {})
  const client = await forAdapter.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  const other = new pg.Client({ connectionString: inject('postgresUrl') })
  await other.connect()
  await other.query('select pg_terminate_backend($1)', [rows[0].pid])
  await ended
  expect(pool.totalCount).toBe(0)
  client.release()
  await release()
  await other.end()
  await pool.end()
})

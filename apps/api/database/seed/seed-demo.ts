import type { Pool } from 'pg'
import { insertCatalogue, insertRows, seededTables } from './catalogue-rows.ts'
import { demoCatalogue, demoCategories } from './demo-catalogue.ts'
import {
  demoContent,
  demoCoupons,
  demoReplies,
  demoReturnAddress,
  demoSynonyms,
} from './demo-content.ts'
import { colors } from './demo-data.ts'

/**
 * Fills an empty database with the demo store of `demo/`, with dates around `at`. Returns false and
 * changes nothing when there is a catalogue already.
 */
export async function seedDemo(pool: Pool, at: Date): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table category in share row exclusive mode')
    const { rowCount } = await client.query('select 1 from category limit 1')
    if (rowCount) {
      await client.query('rollback')
      return false
    }
    await insertRows(
      client,
      'color',
      colors.map(({ name, hex }, position) => ({ name, hex, position })),
    )
    await insertRows(client, 'category', demoCategories())
    await insertCatalogue(client, demoCatalogue(at))
    await insertRows(client, 'search_synonym', demoSynonyms())
    await insertRows(client, 'content', demoContent())
    await insertRows(client, 'coupon', demoCoupons(at))
    await insertRows(client, 'chat_canned_reply', demoReplies(at))
    await client.query('update return_policy set return_address = $1', [demoReturnAddress])
    await client.query('commit')
    await client.query(`analyze ${seededTables}`)
    return true
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

import type { Pool } from 'pg'
import { insertCatalogue, insertRows, seededTables } from './catalogue-rows.ts'
import { palette } from './house/palette.ts'
import { houseCatalogue, houseCategories } from './house-catalogue.ts'
import { houseContent, houseSynonyms } from './house-content.ts'
import { houseCoupons } from './house-coupons.ts'
import { houseReplies } from './house-replies.ts'

/**
 * Fills an empty database with the demo house, with dates around `at`. Gives false, and changes
 * nothing, when there is a catalogue already.
 */
export async function seedHouse(pool: Pool, at: Date): Promise<boolean> {
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
      palette.map(({ name, hex }, position) => ({ name, hex: hex.toLowerCase(), position })),
    )
    await insertRows(client, 'category', houseCategories())
    await insertCatalogue(client, houseCatalogue(at))
    await insertRows(client, 'search_synonym', houseSynonyms())
    await insertRows(client, 'content', houseContent())
    await insertRows(client, 'coupon', houseCoupons(at))
    await insertRows(client, 'chat_canned_reply', houseReplies(at))
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

import type { QueryResult } from 'pg'
import type { Database } from '../database/database.ts'
import { gather } from '../database/gather.ts'

/** What rate-limiter-flexible adds to a count with: its key, how much, when it lapses, and the time now. */
type Count = [key: string, points: number, expire: number | null, now: number]

interface CountRow {
  key: string
  points: number
  expire: number | null
}

interface LimiterQuery {
  name?: string
  text: string
  values: unknown[]
}

const addsToCount = 'rate_limit:rlflx-upsert'

// The library's own, for many keys. In the order of the keys: two processes that count the same ones do not
// wait for one another.
const addToCounts = `
  insert into rate_limit as kept (key, points, expire)
  select * from unnest($1::text[], $2::integer[], $3::bigint[]) as counted (key, points, expire)
  order by key
  on conflict (key) do update set
    points = case when kept.expire <= $4 then excluded.points else kept.points + excluded.points end,
    expire = case when kept.expire <= $4 then excluded.expire else kept.expire end
  returning key, points, expire`

/**
 * Gives the client that rate-limiter-flexible counts with: counts that come at the same time are one
 * statement. What a whole network has done is one row, and whoever changed it alone made all others wait.
 */
export function countTogether(db: Pick<Database, 'pool'>) {
  const count = gather({
    async together(counts: Count[]): Promise<CountRow[]> {
      const sums = new Map<string, CountRow>()
      for (const [key, points, expire] of counts)
        sums.set(key, { key, points: points + (sums.get(key)?.points ?? 0), expire })
      const now = Math.max(...counts.map(([, , , at]) => at))
      const columns = (['key', 'points', 'expire'] as const).map((column) =>
        [...sums.values()].map((sum) => sum[column]),
      )
      const { rows } = await db.pool.query<CountRow>({
        name: 'add_to_counts',
        text: addToCounts,
        values: [...columns, now],
      })
      return inOrder(counts, rows)
    },
    lanes: 2,
  })

  return {
    async query(query: LimiterQuery): Promise<Pick<QueryResult, 'rows'>> {
      if (query.name !== addsToCount) return db.pool.query(query)
      return { rows: [await count(query.values as Count)] }
    },
  }
}

/** What each of `counts` brought its row to, as if one had come after the other. */
function inOrder(counts: Count[], rows: CountRow[]): CountRow[] {
  const reached = new Map(rows.map((row) => [row.key, row]))
  return counts
    .toReversed()
    .map(([key, points]) => {
      const row = reached.get(key)
      if (!row) throw new Error('What is counted is there')
      reached.set(key, { ...row, points: row.points - points })
      return row
    })
    .toReversed()
}

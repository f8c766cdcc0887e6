import { vi } from 'vitest'
import type { TestShop } from './test-shop.ts'

export interface SentEmail {
  kind: string
  subject: string
  html: string | null
  text: string | null
  /** The token after the `#` of its link; empty without one. */
  token: string
}

/** The e-mails to an address so far, oldest first. */
export async function emailsTo(shop: TestShop, email: string): Promise<SentEmail[]> {
  const { rows } = await shop.ctx.db.pool.query(
    'select kind, subject, html, text from mail where lower(recipient) = lower($1) order by created_at',
    [email],
  )
  return rows.map((row) => ({ ...row, token: /#token=(\S+)/.exec(row.text ?? '')?.[1] ?? '' }))
}

/** The newest e-mail of a kind to an address, as soon as a job has written it. */
export function emailTo(shop: TestShop, email: string, kind: string): Promise<SentEmail> {
  return vi.waitFor(
    async () => {
      const found = (await emailsTo(shop, email)).findLast((one) => one.kind === kind)
      if (!found) throw new Error(`No e-mail ${kind} to ${email}`)
      return found
    },
    { timeout: 60_000, interval: 20 },
  )
}

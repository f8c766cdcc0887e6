import type { BrowserContextOptions } from 'playwright-core'
import { shopUrl } from './shop-url.ts'

/** The demo house's administrator, an owner. */
export const owner = { email: 'admin@example.com', password: 'admin-demo-2026' }

/** For `journey.open`: a browser in which this member of staff is signed in. */
export async function signedInAs(account: {
  email: string
  password: string
}): Promise<BrowserContextOptions> {
  const origin = shopUrl()
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const { data } = (await answer.json()) as { data: Record<string, string> }
  const localStorage = Object.entries(data).map(([key, value]) => ({ name: key, value }))
  return { storageState: { cookies: [], origins: [{ origin, localStorage }] } }
}

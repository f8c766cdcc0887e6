import { randomUUID } from 'node:crypto'
import type { BrowserContextOptions } from 'playwright-core'
import { shopUrl } from './shop-url.ts'

export interface Shopper {
  email: string
  password: string
  /** For API requests as this shopper. */
  accessToken: string
  /** Options for `browser.open` that sign this shopper in. */
  signedIn: BrowserContextOptions
}

/** Opens an account for one test. */
export async function openAccount(name = 'Ines Valcourt'): Promise<Shopper> {
  const origin = shopUrl()
  const [email, password] = [`ines-${randomUUID()}@example.com`, 'secret-1']
  const answer = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, email, password }),
  })
  const { data } = (await answer.json()) as { data: Record<string, string> }
  const localStorage = Object.entries(data).map(([key, value]) => ({ name: key, value }))
  return {
    email,
    password,
    accessToken: data.accessToken ?? '',
    signedIn: { storageState: { cookies: [], origins: [{ origin, localStorage }] } },
  }
}

import { randomUUID } from 'node:crypto'
import type { BrowserContextOptions } from 'playwright-core'
import { callApi, confirm, signInAsStaff } from './ordering.ts'
import { shopUrl } from './shop-url.ts'

/** The demo store's administrator, an owner. */
export const owner = { email: 'admin@example.com', password: 'admin-demo-2026' }

/**
 * Options for `browser.open` that sign this member of staff in with a fresh confirmation, as
 * refunds, roles and exports need.
 */
export async function signedInAs(
  account: { email: string; password: string },
  { isConfirmed = true } = {},
): Promise<BrowserContextOptions> {
  const origin = shopUrl()
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const { data } = (await answer.json()) as { data: Record<string, string> }
  if (isConfirmed) await confirm(data.accessToken ?? '', account.password)
  const localStorage = Object.entries(data).map(([key, value]) => ({ name: key, value }))
  return { storageState: { cookies: [], origins: [{ origin, localStorage }] } }
}

/** Invites a member of staff with this role; returns the credentials. */
export async function hire(staffRole: 'SUPPORT' | 'MANAGER') {
  const token = await signInAsStaff()
  const email = `${staffRole.toLowerCase()}-${randomUUID()}@example.com`
  const password = 'twelve letters or more'
  await callApi(token, 'POST /admin/staff', { email, name: 'Odile Marchetti', staffRole })
  const [invitation] = await callApi<{ id: string }[]>(token, `GET /admin/emails?q=${email}`)
  const { text } = await callApi<{ text: string }>(token, `GET /admin/emails/${invitation?.id}`)
  const link = /#token=(\S+)/.exec(text)?.[1]
  await callApi(null, 'POST /auth/reset-password', { token: link, newPassword: password })
  return { email, password }
}

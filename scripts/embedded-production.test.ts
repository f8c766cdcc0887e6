import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { freePort, startShop } from './test/shop-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'solvane embedded '))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Opens a production shop on the embedded database; returns the response of /readyz, also through a
 * proxy, and the log.
 */
async function openInProduction(settings: Record<string, string>) {
  const port = await freePort()
  const shop = startShop({
    NODE_ENV: 'production',
    DATABASE_URL: 'embedded',
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    CONTACT_URL: 'https://wa.me/15550100',
    SMTP_URL: 'outbox',
    ...settings,
  })
  let [ready, throughProxy]: unknown[] = []
  try {
    const url = await shop.opened
    const ask = async (headers = {}) => (await fetch(`${url}/readyz`, { headers })).json()
    ;[ready, throughProxy] = [await ask(), await ask({ 'x-forwarded-for': '203.0.113.7' })]
  } finally {
    await shop.stop('SIGINT')
  }
  const { output } = await shop.ended
  return { ready, throughProxy, output }
}

it('production on the embedded database says that no backups are made', async () => {
  const sentence = expect.stringMatching(/^No backups are made of the embedded database: /)
  const without = await openInProduction({})
  expect(without.ready).toEqual({ status: 'ready', warnings: [sentence] })
  expect(without.throughProxy).toEqual({ status: 'ready' })
  expect(without.output).toMatch(/"level":40.*"No backups are made of the embedded database: /)

  const backedUp = await openInProduction({ BACKUP_TO: join(folder, 'backups') })
  expect(backedUp.ready).toEqual({ status: 'ready' })
  expect(backedUp.output).not.toMatch(/No backups are made|Seeding/)
})

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { freePort, startShop } from './test/shop-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'solvane embedded '))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Opens a production shop on the embedded database; returns the response of /readyz, also through a
 * proxy, and the log; with `isWarning` once there is a warning.
 */
async function openInProduction(settings: Record<string, string>, { isWarning = false } = {}) {
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
    const ask = async (headers = {}) =>
      (await (await fetch(`${url}/readyz`, { headers })).json()) as object
    if (isWarning) await vi.waitUntil(async () => 'warnings' in (await ask()), { timeout: 60_000 })
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

it('production says at its start that backups cannot be written to their folder', async () => {
  const file = join(folder, 'a file')
  writeFileSync(file, '')
  const { ready, throughProxy, output } = await openInProduction(
    { BACKUP_TO: join(file, 'backups') },
    { isWarning: true },
  )
  const sentence = `Backups cannot be made: The backup folder ${file}/backups cannot be used (ENOTDIR).`
  expect(ready).toEqual({ status: 'ready', warnings: [sentence] })
  expect(throughProxy).toEqual({ status: 'ready' })
  expect(output).toContain(`"level":50`)
  expect(output).toContain(sentence)
})

import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort, startShop } from '../scripts/shop-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the shop of this run of the journeys is open, without a slash at the end. */
    shopUrl: string
  }
}

/** Opens the built shop with a fresh demo house for the journeys. */
export default async function openShopForJourneys(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'solvane-journeys-'))
  // When root runs the journeys, PostgreSQL's own account must pass through.
  await chmod(dataDir, 0o711)
  const port = await freePort()
  const shop = await startShop({
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMIT_MULTIPLIER: '100',
  })
  await shop.opened
  project.provide('shopUrl', `http://localhost:${port}`)
  return async () => {
    await shop.stop('SIGINT')
    await rm(dataDir, { recursive: true, force: true })
  }
}

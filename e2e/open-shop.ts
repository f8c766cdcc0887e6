import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startShop } from '../scripts/test/shop-process.ts'
import { picturesFolder } from './small-pictures.ts'

export interface OpenShop {
  /** Its URL, without a trailing slash. */
  url: string
  close(): Promise<void>
}

/** Starts the built shop with a fresh demo store and these further settings. */
export async function openShop(settings: Record<string, string> = {}): Promise<OpenShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'solvane-e2e-'))
  // When root runs the tests, PostgreSQL's own account must be able to enter.
  await chmod(dataDir, 0o711)
  await symlink(picturesFolder, join(dataDir, 'pictures'))
  const port = await freePort()
  const shop = startShop({
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMIT_MULTIPLIER: '100',
    ...settings,
  })
  await shop.opened
  return {
    url: `http://localhost:${port}`,
    async close() {
      await shop.stop('SIGINT')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryFolder } from '../scripts/repository.mjs'
import { freePort, startShop } from '../scripts/shop-process.ts'

/** Where the shops of all journeys keep the pictures they make: to make each for every shop takes minutes. */
const pictures = join(repositoryFolder, '.cache', 'journey-pictures')

export interface OpenShop {
  /** Where it is open, without a slash at the end. */
  url: string
  close(): Promise<void>
}

/** Opens the built shop with a fresh demo store and these further settings. */
export async function openShop(settings: Record<string, string> = {}): Promise<OpenShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'solvane-journeys-'))
  // When root runs the journeys, PostgreSQL's own account must pass through.
  await chmod(dataDir, 0o711)
  await mkdir(pictures, { recursive: true })
  await symlink(pictures, join(dataDir, 'pictures'))
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

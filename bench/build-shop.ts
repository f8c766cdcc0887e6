import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isBuilt } from '../scripts/build-state.mjs'
import { repositoryFolder } from '../scripts/repository.mjs'

/** Builds the storefront if its sources have changed. Throws if that fails. */
export function buildShop(): void {
  if (isBuilt()) return
  console.log('Building the shop')
  const { status } = spawnSync(process.execPath, [join('scripts', 'build.ts')], {
    cwd: repositoryFolder,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The shop could not be built.')
}

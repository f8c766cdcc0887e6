// Fills the demo house, and with `-- --products N` adds N further products: `npm run seed`.
import { join } from 'node:path'
import { createSteps } from '../apps/api/src/platform/process/steps.mjs'
import { forwardSignals, run } from './child.mjs'
import { install, isInstalled } from './install.mjs'
import { Refusal, repositoryFolder } from './repository.mjs'
import { shopRuntime } from './runtime.mjs'

forwardSignals()
try {
  if (!isInstalled()) await createSteps().run('Installing', install)
  const seed = join('apps', 'api', 'database', 'seed', 'cli.ts')
  const { code } = await run(shopRuntime(), [seed, ...process.argv.slice(2)], {
    cwd: repositoryFolder,
    stdio: 'inherit',
  })
  process.exitCode = code
} catch (error) {
  process.exitCode = 1
  console.error(error instanceof Refusal ? `\n${error.message}` : error)
}

// Fills the demo store, and with `-- --products N` adds N more products: `npm run seed`.
import { join } from 'node:path'
import { createSteps } from '../apps/api/src/platform/process/steps.mjs'
import { forwardSignals, isStopAsked, run } from './child.mjs'
import { install, isInstalled } from './install.mjs'
import { Refusal, repositoryFolder } from './repository.mjs'
import { shopRuntime } from './runtime.mjs'

forwardSignals()
try {
  if (!isInstalled())
    await createSteps({ isStopping: isStopAsked }).run('Installing', () => install())
  if (!isStopAsked()) {
    const command = [join('apps', 'api', 'database', 'seed', 'cli.ts'), ...process.argv.slice(2)]
    const { code } = await run(shopRuntime(), command, { cwd: repositoryFolder, stdio: 'inherit' })
    process.exitCode = code
  }
} catch (error) {
  if (!isStopAsked()) {
    process.exitCode = 1
    console.error(error instanceof Refusal ? `\n${error.message}` : error)
  }
}

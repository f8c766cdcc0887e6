// Plain JavaScript that Node 20 runs before anything is installed.
import { createSteps } from '../apps/api/src/platform/process/steps.mjs'
import { forwardSignals, isStopAsked, run } from './child.mjs'
import { install, isInstalled } from './install.mjs'
import { CommandError, repositoryFolder } from './repository.mjs'
import { shopRuntime } from './runtime.mjs'

/**
 * Runs a program of the shop with this command's arguments, and installs its packages before if they
 * are missing.
 * @param {string} program its path in the repository
 */
export async function runShopCommand(program) {
  forwardSignals()
  try {
    if (!isInstalled())
      await createSteps({ isStopping: isStopAsked }).run('Installing', () => install())
    if (!isStopAsked()) {
      const command = [program, ...process.argv.slice(2)]
      const { code } = await run(shopRuntime(), command, {
        cwd: repositoryFolder,
        stdio: 'inherit',
      })
      process.exitCode = code
    }
  } catch (error) {
    if (!isStopAsked()) {
      process.exitCode = 1
      console.error(error instanceof CommandError ? `\n${error.message}` : error)
    }
  }
}

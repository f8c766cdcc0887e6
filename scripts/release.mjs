// Makes the release folder: `npm run build`. Plain JavaScript that Node 20 runs before anything is installed.
import { createSteps } from '../apps/api/src/platform/process/steps.mjs'
import { build } from './build.mjs'
import { forwardSignals, isStopAsked } from './child.mjs'
import { install, isInstalled } from './install.mjs'
import { CommandError } from './repository.mjs'

const steps = createSteps({ isStopping: isStopAsked })
forwardSignals()
try {
  if (!isInstalled()) await steps.run('Installing', () => install())
  if (!isStopAsked()) await steps.run('Building the release', () => build('--release'))
} catch (error) {
  if (!isStopAsked()) {
    process.exitCode = 1
    console.error(error instanceof CommandError ? `\n${error.message}` : error)
  }
}

// Opens the shop: `npm start`. Plain JavaScript that Node 20 runs before anything is installed.
import { join, resolve } from 'node:path'
import { createSteps } from '../apps/api/src/platform/process/steps.mjs'
import { build } from './build.mjs'
import { isBuilt } from './build-state.mjs'
import { forwardSignals, isStopAsked, run } from './child.mjs'
import { install, isInstalled } from './install.mjs'
import { CommandError, releaseFolder, repositoryFolder } from './repository.mjs'
import { SHOP_ENVIRONMENT, shopRuntime } from './runtime.mjs'

const isDevelopment = process.argv.includes('--dev')
const isProduction = !isDevelopment && process.env.NODE_ENV === 'production'
// The release brings no PostgreSQL: production on the embedded one runs from the sources.
const isRelease = isProduction && process.env.DATABASE_URL !== 'embedded'
const steps = createSteps({ isStopping: isStopAsked })

const npmWatch = stopWithNpm()
// npm may end with its terminal: then stop watching it.
forwardSignals(() => clearInterval(npmWatch))
try {
  process.exitCode = await start()
} catch (error) {
  if (!isStopAsked()) {
    process.exitCode = 1
    console.error(error instanceof CommandError ? `\n${error.message}` : error)
  }
}

async function start() {
  const program = isRelease ? await prepareRelease() : await prepareSources()
  if (isStopAsked()) return 0
  const { code, signal } = await run(shopRuntime(), program, {
    cwd: repositoryFolder,
    // The channel closes when this process is killed, so that the shop does not outlive it.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...SHOP_ENVIRONMENT,
      ...process.env,
      ...(isDevelopment && { NODE_ENV: 'development' }),
      // A relative path starts here, not at the release.
      ...(isRelease && { DATA_DIR: resolve(repositoryFolder, process.env.DATA_DIR || '.data') }),
    },
  })
  // A signal may have arrived before the shop listened for it: then it exited as requested.
  return signal && isStopAsked() ? 0 : code
}

/** Installs and builds whatever is missing; returns the program that runs from the sources. */
async function prepareSources() {
  if (!isInstalled()) await steps.run('Installing', () => install())
  if (!isStopAsked() && !isDevelopment && !isBuilt())
    await steps.run('Building the shop', () => build())
  return [join('apps', 'api', 'src', 'main.ts'), ...(isDevelopment ? ['--dev'] : [])]
}

/** The same for production, which runs the release with its own packages alone. */
async function prepareRelease() {
  if (!isBuilt('release')) {
    if (!isInstalled()) await steps.run('Installing', () => install())
    if (!isStopAsked()) await steps.run('Building the release', () => build('--release'))
  }
  const folder = releaseFolder
  if (!isStopAsked() && !isInstalled({ folder }))
    await steps.run('Installing the release', () => install({ folder }))
  return [join(folder, 'start.mjs')]
}

/** A killed npm leaves this process running; Ctrl-C would no longer stop the shop. */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid !== npm) process.kill(process.pid, 'SIGTERM')
  }, 1000)
  return watch.unref()
}

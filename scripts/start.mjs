// Opens the shop: `npm start`. Plain JavaScript that Node 20 runs before anything is installed.
import { join } from 'node:path'
import { createSteps } from '../apps/api/src/platform/process/steps.mjs'
import { isBuilt } from './build-state.mjs'
import { forwardSignals, isStopAsked, run } from './child.mjs'
import { install, isInstalled } from './install.mjs'
import { Refusal, repositoryFolder } from './repository.mjs'
import { SHOP_ENVIRONMENT, shopRuntime } from './runtime.mjs'

const development = process.argv.includes('--dev')
const steps = createSteps({ isStopping: isStopAsked })

const npmWatch = stopWithNpm()
// The npm that started us may end with its terminal: then it is not missed.
forwardSignals(() => clearInterval(npmWatch))
try {
  process.exitCode = await start()
} catch (error) {
  if (!isStopAsked()) {
    process.exitCode = 1
    console.error(error instanceof Refusal ? `\n${error.message}` : error)
  }
}

async function start() {
  if (!isInstalled()) await steps.run('Installing', install)
  if (isStopAsked()) return 0
  const node = shopRuntime()
  if (!development && !isBuilt()) await steps.run('Building the shop', () => build(node))
  if (isStopAsked()) return 0
  const program = [join('apps', 'api', 'src', 'main.ts'), ...(development ? ['--dev'] : [])]
  const { code, signal } = await run(node, program, {
    cwd: repositoryFolder,
    // The channel tells the shop when we are killed, so that it does not outlive us.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...SHOP_ENVIRONMENT,
      ...process.env,
      ...(development && { NODE_ENV: 'development' }),
    },
  })
  // Asked to stop before it could listen for that, it ended as asked all the same.
  return signal && isStopAsked() ? 0 : code
}

/** @param {string} node */
async function build(node) {
  const { code, output } = await run(node, [join('scripts', 'build.ts')], {
    cwd: repositoryFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (code !== 0) throw new Refusal(`The shop could not be built.\n${output.trim()}`)
}

/** A killed npm leaves its child running; then nobody could stop the shop with Ctrl-C any more. */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid !== npm) process.kill(process.pid, 'SIGTERM')
  }, 1000)
  return watch.unref()
}

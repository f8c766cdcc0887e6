import { join } from 'node:path'
import { run } from './child.mjs'
import { CommandError, repositoryFolder } from './repository.mjs'
import { SHOP_ENVIRONMENT, shopRuntime } from './runtime.mjs'

/**
 * Runs the build, and compiles the server's modules for the shop that runs from the sources; the
 * output is shown only when it fails. @param {string[]} args
 */
export async function build(...args) {
  await runProgram([join('scripts', 'build.ts'), ...args])
  if (!args.includes('--release'))
    await runProgram([join('apps', 'api', 'src', 'main.ts'), '--compile'], SHOP_ENVIRONMENT)
}

/** @param {string[]} program @param {Record<string, string>} [environment] */
async function runProgram(program, environment) {
  const { code, output } = await run(shopRuntime(), program, {
    cwd: repositoryFolder,
    env: { ...environment, ...process.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (code !== 0) throw new CommandError(`The shop could not be built.\n${output.trim()}`)
}

import { join } from 'node:path'
import { run } from './child.mjs'
import { CommandError, repositoryFolder } from './repository.mjs'
import { shopRuntime } from './runtime.mjs'

/** Runs the build; its output is shown only when it fails. @param {string[]} args */
export async function build(...args) {
  const { code, output } = await run(shopRuntime(), [join('scripts', 'build.ts'), ...args], {
    cwd: repositoryFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (code !== 0) throw new CommandError(`The shop could not be built.\n${output.trim()}`)
}

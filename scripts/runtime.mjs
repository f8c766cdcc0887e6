import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Refusal, repositoryFolder } from './repository.mjs'

const OLDEST = [22, 22]

/**
 * The Node.js that runs the shop: the one that npm installed with it, else the one that runs us if
 * it is new enough.
 * @returns the path of the program.
 */
export function shopRuntime() {
  const brought = join(repositoryFolder, 'node_modules', '.bin', 'node')
  if (spawnSync(brought, ['--version'], { stdio: 'ignore' }).status === 0) return brought
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return process.execPath
  throw new Refusal(
    `This platform (${process.platform}-${process.arch}) has no Node.js 24 on npm, and Node.js ${process.versions.node} is too old: install Node.js 24 and start again.`,
  )
}

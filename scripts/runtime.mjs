import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { CommandError, repositoryFolder } from './repository.mjs'

/** The environment of the shop's process, besides its settings. */
export const SHOP_ENVIRONMENT = {
  // Where the build leaves the compiled sources.
  NODE_COMPILE_CACHE: join(repositoryFolder, '.cache', 'compiled'),
  // In megabytes. The young generation would grow to three times this much, and hold as much garbage. The old one
  // grows by two fifths between two collections with this limit, and up to fourfold with that of a large machine.
  NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=512',
}

// Meant for another program: the native driver is not among our packages.
delete process.env.NODE_PG_FORCE_NATIVE

const OLDEST = { major: 22, minor: 22 }

/** Whether the current Node.js is too old for the shop. */
export function isNodeTooOld() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor)
}

/** The folder of the Node.js for machines whose own is too old: see tools/node. */
export const fetchedNodeFolder = join(repositoryFolder, '.cache', 'node')

/** The fetched Node.js, within its folder. */
export const fetchedNode = join('node_modules', `node-${process.platform}-${process.arch}`)

/** Whether the fetched Node.js exists and runs. */
export function isNodeFetched() {
  const program = join(fetchedNodeFolder, fetchedNode, 'bin', 'node')
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
}

/**
 * The Node.js that runs the shop: the one that runs us, or the fetched one where that is too old.
 * @returns the path of the program.
 */
export function shopRuntime() {
  if (!isNodeTooOld()) return process.execPath
  if (isNodeFetched()) return join(fetchedNodeFolder, fetchedNode, 'bin', 'node')
  throw new CommandError(
    `This platform (${process.platform}-${process.arch}) has no Node.js 24 on npm, and Node.js ${process.versions.node} is too old: install Node.js 24 and start again.`,
  )
}

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Refusal, repositoryFolder } from './repository.mjs'

/** What the shop's process is started with, beside its settings. */
export const SHOP_ENVIRONMENT = {
  // Sources are stripped of their types and compiled once, by the first start.
  NODE_COMPILE_CACHE: join(repositoryFolder, '.cache', 'compiled'),
  // Two arenas of the C library serve our few threads; eight a core keep memory that nothing uses.
  MALLOC_ARENA_MAX: '2',
}

// Meant for another program: the driver that it asks for is not among our packages.
delete process.env.NODE_PG_FORCE_NATIVE

const OLDEST = { major: 22, minor: 22 }

/** Whether the Node.js that runs us is too old for the shop. */
export function isNodeTooOld() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor)
}

/** Where a Node.js is installed for machines whose own is too old: see tools/node. */
export const fetchedNodeFolder = join(repositoryFolder, '.cache', 'node')

/** The fetched Node.js, from the folder it is installed in. */
export const fetchedNode = join('node_modules', `node-${process.platform}-${process.arch}`)

/** Whether the fetched Node.js is there and runs. */
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
  throw new Refusal(
    `This platform (${process.platform}-${process.arch}) has no Node.js 24 on npm, and Node.js ${process.versions.node} is too old: install Node.js 24 and start again.`,
  )
}

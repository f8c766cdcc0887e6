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

/**
 * The Node.js that runs the shop: the one that npm installed with it, else the one that runs us if
 * it is new enough.
 * @returns the path of the program.
 */
export function shopRuntime() {
  const brought = join(repositoryFolder, 'node_modules', '.bin', 'node')
  if (spawnSync(brought, ['--version'], { stdio: 'ignore' }).status === 0) return brought
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isNewEnough = major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)
  if (isNewEnough) return process.execPath
  throw new Refusal(
    `This platform (${process.platform}-${process.arch}) has no Node.js 24 on npm, and Node.js ${process.versions.node} is too old: install Node.js 24 and start again.`,
  )
}

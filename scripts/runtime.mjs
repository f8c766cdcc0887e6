import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Refusal, repositoryFolder } from './repository.mjs'

const queueShape = 'apps/api/src/platform/process/keep-queue-shape.mjs'

/**
 * Keep the shop's process small under load: a young generation of 8 MB holds what a request makes, a
 * limit several times what it lives on has garbage collected before much of it has come together, with
 * eight threads that is done soon although requests keep the processors busy, one arena is enough for
 * the C library's threads, and what a thread took to compile a function or compress a page goes back to
 * the system. They halve its memory and cost little speed. What is imported before the shop makes it
 * faster, and says how.
 */
export const SHOP_FLAGS = [
  '--max-semi-space-size=8',
  '--max-old-space-size=384',
  '--v8-pool-size=8',
  `--import=${pathToFileURL(join(repositoryFolder, queueShape))}`,
]
export const SHOP_ENVIRONMENT = {
  // Sources are stripped of their types and compiled once, by the first start.
  NODE_COMPILE_CACHE: join(repositoryFolder, '.cache', 'compiled'),
  MALLOC_ARENA_MAX: '1',
  // V8 compiles in pieces of 32 kB. Set, both no longer grow with what was freed.
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '262144',
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

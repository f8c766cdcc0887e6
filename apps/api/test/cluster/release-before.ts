import { execFileSync, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ShopProgram } from '../crash/shop-process.ts'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const migrations = 'apps/api/database/migrations'

/** The previous release: the parent of the last commit that added a migration. */
export interface ReleaseBefore {
  /** A migration of this release, which the one before lacks. */
  migration: string
  /** Its commit. */
  commit: string
  /** Puts it into a folder of its own, built, with the packages that are installed here. */
  make(): { program: ShopProgram; remove(): void }
}

/**
 * Finds the previous release; returns a sentence if the history lacks it. The numbers of migrations
 * do not identify it: a branch that is merged later may have lower ones.
 */
export function findReleaseBefore(): ReleaseBefore | string {
  if (git('rev-parse', '--is-inside-work-tree') !== 'true')
    return 'The release before is in the history of git, which is not here.'
  const [added = '', ...files] = git(
    ...['log', '-1', '--format=%H', '--name-only', '--no-renames', '--diff-filter=A'],
    ...['--first-parent', '--diff-merges=first-parent', '--', migrations],
  )
    .split('\n')
    .filter(Boolean)
  const migration = basename(files.at(-1) ?? '')
  const commit = added && git('rev-parse', '--verify', '--quiet', `${added}^`)
  if (!commit)
    return 'The history of git does not reach back to before the last migration: fetch it with git fetch --unshallow.'
  return { migration, commit, make: () => make(commit) }
}

function git(...args: string[]): string {
  return spawnSync('git', args, { cwd: repository, encoding: 'utf8' }).stdout?.trim() ?? ''
}

function make(commit: string) {
  // Its real path, by which modules are found.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'solvane-before-')))
  const archive = join(folder, 'sources.tar')
  execFileSync('git', ['archive', '-o', archive, commit], { cwd: repository })
  execFileSync('tar', ['-xf', archive, '-C', folder])
  for (const place of ['node_modules', 'apps/storefront/node_modules'])
    linkPackages(join(repository, place), join(folder, place))
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: folder, stdio: 'pipe' })
  return {
    program: {
      main: join(folder, 'apps/api/src/main.ts'),
      redirect: pathToFileURL(join(folder, 'apps/api/test/crash/redirect-providers.ts')).href,
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Links every installed package, but the shop's own to those of the release. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [there, here] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(there), here)
    else if (entry.name.startsWith('@')) linkPackages(there, here)
    else symlinkSync(there, here)
  }
}

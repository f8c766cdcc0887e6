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
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ShopProgram } from '../crash/shop-process.ts'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const migrations = 'apps/api/database/migrations'

/** The release before this one: as old as it can be and yet the one that today's newest migration is for. */
export interface ReleaseBefore {
  /** The newest migration of this release, which the one before lacks. */
  migration: string
  /** Its commit. */
  commit: string
  /** Puts it into a folder of its own, built, with the packages that are installed here. */
  make(): { program: ShopProgram; remove(): void }
}

/** Finds the last commit before the newest migration; a sentence where the history does not have it. */
export function findReleaseBefore(): ReleaseBefore | string {
  const migration = readdirSync(join(repository, migrations)).sort().at(-1) ?? ''
  if (git('rev-parse', '--is-inside-work-tree') !== 'true')
    return 'The release before is in the history of git, which is not here.'
  const added = git(
    ...['log', '-1', '--format=%H', '--no-renames', '--diff-filter=A'],
    ...['--', `${migrations}/${migration}`],
  )
  // Not committed yet: all of the history is older.
  const commit = git('rev-parse', '--verify', '--quiet', added ? `${added}^` : 'HEAD')
  if (!commit)
    return `The history of git does not reach back to before ${migration}: fetch it with git fetch --unshallow.`
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

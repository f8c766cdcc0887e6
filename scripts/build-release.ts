import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { defaultContent } from '../apps/api/database/defaults/default-content.ts'
import { forgetBuild } from './build-state.mjs'
import { releaseFolder, repositoryFolder } from './repository.mjs'
import { SHOP_ENVIRONMENT } from './runtime.mjs'

/** Folders that the server reads at run time, relative to its modules. */
const FOLDERS = ['apps/admin/dist', 'apps/storefront/dist', 'assets']

/** Folders of which only the SQL files are copied: their modules are compiled. */
const SQL_FOLDERS = ['apps/api/database']

/** Loaded by `import()` outside production only. */
const DEMO_PARTS = /\/(test-payments|seed-demo)\.ts$|^(@solvane\/embedded-postgres|vite)$/

/** The workspaces whose dependencies the server needs. */
const WORKSPACES = ['apps/api', 'packages/contract']

const start = `// Opens the shop: \`npm start\`, or \`node start.mjs\`. It always runs as production.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 22)) {
  console.error(\`Node.js \${process.versions.node} is too old: the shop needs 22.22 or newer.\`)
  process.exit(1)
}
process.env.NODE_ENV = 'production'
await import('./apps/api/src/main.js')
`

/** Commands beside `npm start`, by name. */
const COMMANDS = {
  admin: 'Makes an administrator: `npm run admin -- --email you@example.com`.',
  keys: 'Shows the keys that sign tokens, or makes a new one: `npm run keys -- rotate`.',
  backup: 'Backs up the database and the uploads: `npm run backup -- --to FOLDER`.',
  restore: 'Restores a backup: `npm run restore -- --from FOLDER/solvane-…`.',
}

const commandFile = (name: string, does: string) => `// ${does}
process.env.NODE_ENV = 'production'
await import('./apps/api/src/${name}-command.js')
`

/**
 * Makes the release folder of the built shop: the server as JavaScript, every module at the path of
 * its source, with the pages, migrations and pictures it reads, and a package.json and lock file
 * with the packages it needs. Packages that are installed there stay.
 */
export async function buildRelease(): Promise<void> {
  const fresh = join(repositoryFolder, '.cache', 'fresh-release')
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  const packages = await buildServer(fresh)
  const copy = (folder: string, isWanted: (path: string) => boolean) => {
    const entries = readdirSync(join(repositoryFolder, folder), {
      recursive: true,
      withFileTypes: true,
    })
    for (const entry of entries.filter((found) => found.isFile())) {
      const path = join(entry.parentPath, entry.name)
      if (isWanted(path)) cpSync(path, join(fresh, relative(repositoryFolder, path)))
    }
  }
  const demoPictures = listDemoPictures()
  for (const path of FOLDERS) copy(path, (source) => !demoPictures.has(source))
  for (const path of SQL_FOLDERS) copy(path, (source) => source.endsWith('.sql'))
  writeFileSync(join(fresh, 'start.mjs'), start)
  for (const [name, does] of Object.entries(COMMANDS))
    writeFileSync(join(fresh, `${name}.mjs`), commandFile(name, does))
  describePackages(fresh, packages)
  forgetBuild('release')
  mkdirSync(releaseFolder, { recursive: true })
  for (const name of readdirSync(releaseFolder))
    if (name !== 'node_modules') rmSync(join(releaseFolder, name), { recursive: true })
  for (const name of readdirSync(fresh)) renameSync(join(fresh, name), join(releaseFolder, name))
  rmSync(fresh, { recursive: true })
}

/** The paths of all pictures that no default content shows: those of the demo store's products. */
function listDemoPictures(): Set<string> {
  const folder = join(repositoryFolder, 'assets', 'pictures')
  const addresses = JSON.stringify(defaultContent()).matchAll(
    /\/media\/([\w/-]+)\.[0-9a-f]{8}\.webp/g,
  )
  const shown = new Set([...addresses].map(([, name]) => join(folder, `${name}.webp`)))
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Set(
    all
      .filter((name) => name.endsWith('.webp'))
      .map((name) => join(folder, name))
      .filter((path) => !shown.has(path)),
  )
}

/** Strips the types of the server's modules; returns the names of the packages that they import. */
async function buildServer(folder: string): Promise<string[]> {
  const packages = new Set<string>()
  const bundle = await rolldown({
    cwd: repositoryFolder,
    input: [
      'apps/api/src/main.ts',
      'apps/api/src/features/media/encoder-process.ts',
      ...Object.keys(COMMANDS).map((name) => `apps/api/src/${name}-command.ts`),
    ],
    platform: 'node',
    external(id) {
      if (DEMO_PARTS.test(id)) return true
      if (isBuiltin(id) || /^[./\0]/.test(id) || id.startsWith('@solvane/')) return false
      packages.add(/^(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id)
      return true
    },
    treeshake: false,
  })
  await bundle.write({
    dir: folder,
    format: 'esm',
    preserveModules: true,
    preserveModulesRoot: repositoryFolder,
    entryFileNames: '[name].js',
  })
  await bundle.close()
  return [...packages].sort()
}

interface Manifest {
  dependencies?: Record<string, string>
}

interface LockedPackage {
  link?: boolean
}

/** Writes package.json and package-lock.json, with the versions of the repository's lock file. */
function describePackages(folder: string, packages: string[]): void {
  const read = (path: string) => JSON.parse(readFileSync(join(repositoryFolder, path), 'utf8'))
  const declared = Object.assign(
    {},
    ...WORKSPACES.map((path) => (read(`${path}/package.json`) as Manifest).dependencies),
  ) as Record<string, string>
  const dependencies = Object.fromEntries(
    packages.map((name) => {
      const range = declared[name]
      if (!range) throw new Error(`${name} is imported by the server but no dependency of it.`)
      return [name, range]
    }),
  )
  const { version } = read('package.json')
  const manifest = {
    name: 'solvane-release',
    version,
    private: true,
    type: 'module',
    engines: { node: '>=22.22' },
    scripts: {
      start: `exec node ${SHOP_ENVIRONMENT.NODE_OPTIONS} start.mjs`,
      ...Object.fromEntries(Object.keys(COMMANDS).map((name) => [name, `exec node ${name}.mjs`])),
    },
    dependencies,
  }
  const lock = read('package-lock.json')
  const locked = Object.entries<LockedPackage>(lock.packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && !link,
  )
  const write = (name: string, content: object) =>
    writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`)
  write('package.json', manifest)
  write('package-lock.json', {
    ...lock,
    name: manifest.name,
    packages: { '': manifest, ...Object.fromEntries(locked) },
  })
  cpSync(join(repositoryFolder, '.npmrc'), join(folder, '.npmrc'))
  pruneLock(folder)
}

/** Makes npm remove unneeded packages from the lock file, offline. */
function pruneLock(folder: string): void {
  const { npm_execpath: npm } = process.env
  const [program, before] = npm ? [process.execPath, [npm]] : ['npm', []]
  const args = [
    'install',
    '--package-lock-only',
    '--offline',
    '--ignore-scripts',
    '--loglevel=error',
  ]
  const { status, stdout, stderr, error } = spawnSync(program, [...before, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, npm_config_global: 'false' },
  })
  if (status !== 0)
    throw new Error(`The release's lock file could not be made.\n${error ?? stdout + stderr}`)
}

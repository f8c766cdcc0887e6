import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryFolder } from './repository.mjs'

const NOT_OURS = new Set([
  'node_modules',
  '.git',
  'dist',
  'release',
  '.data',
  '.cache',
  'test-results',
])
const TEXT = /\.(ts|tsx|mjs|cjs|js|json|md|css|html|sql|sh|yml|yaml|toml|txt|svg)$|(^|\/)\.?[\w-]+$/

/** The paths of all files of the repository; also without git, as in an unpacked archive. */
function ourFiles(): string[] {
  if (existsSync(join(repositoryFolder, '.git'))) {
    const list = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
      cwd: repositoryFolder,
      encoding: 'utf8',
    })
    return list.split('\0').filter((path) => path && existsSync(join(repositoryFolder, path)))
  }
  const walk = (folder: string): string[] =>
    readdirSync(join(repositoryFolder, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (NOT_OURS.has(entry.name)) return []
      return entry.isDirectory() ? walk(path) : [path]
    })
  return walk('.')
}

it('lock files do not name a package registry', () => {
  const packages = ourFiles()
    .filter((path) => basename(path) === 'package-lock.json')
    .flatMap((path) => {
      const lock = JSON.parse(readFileSync(join(repositoryFolder, path), 'utf8'))
      return Object.entries<{ resolved?: string; link?: boolean }>(lock.packages)
    })
  expect(packages.length).toBeGreaterThan(100)
  const addressed = packages.filter(([, { resolved, link }]) => resolved && !link)
  expect(addressed.map(([path]) => path)).toEqual([])
})

it('no file names a package registry or the path of this checkout', () => {
  const registry = /\bregistry\.[a-z0-9-]+\.(com|org|io|dev|net)\b|\bnpm\.pkg\.[a-z]+\.com\b/i
  const checkout = resolve(repositoryFolder)
  const files = ourFiles().filter((path) => TEXT.test(path))
  expect(files.length).toBeGreaterThan(100)
  const naming = files.filter((path) => {
    const text = readFileSync(join(repositoryFolder, path), 'utf8')
    return registry.test(text) || text.includes(`${checkout}/`)
  })
  expect(naming).toEqual([])
})

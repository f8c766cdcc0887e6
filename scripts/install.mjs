import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './child.mjs'
import { Refusal, repositoryFolder } from './repository.mjs'

/**
 * Whether node_modules holds exactly what package-lock.json asks for. npm writes what it installed
 * into node_modules/.package-lock.json as its last act, so an interrupted install is seen too.
 */
export function isInstalled(folder = repositoryFolder) {
  const installedFile = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(installedFile)) return false
  const wanted = packagesIn(join(folder, 'package-lock.json'))
  const installed = packagesIn(installedFile)
  return Object.entries(wanted).every(([path, { version, link, optional }]) => {
    if (!path.includes('node_modules/')) return true
    const found = installed[path]
    if (!found) return optional === true
    return link === found.link && version === found.version
  })
}

/** @param {string} file @returns {Record<string, { version?: string, link?: boolean, optional?: boolean }>} */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** Installs the packages of package-lock.json; what npm says is shown only when it fails. */
export async function install() {
  // The npm that started us is known to work here; and its Node.js is not one that it will replace.
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env
  const [program, before] = npm ? [node, [npm]] : ['npm', []]
  const args = ['ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-progress']
  const { code, output } = await run(program, [...before, ...args], {
    cwd: repositoryFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, npm_config_global: 'false' },
  }).catch((error) => {
    throw new Refusal(`npm cannot be run (${error.code}): install Node.js with npm.`)
  })
  if (code !== 0) throw new Refusal(`The packages could not be installed.\n${output.trim()}`)
}

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { run } from './child.mjs'
import { Refusal, repositoryFolder } from './repository.mjs'

/**
 * Whether node_modules holds exactly what package-lock.json asks for. npm writes what it installed
 * into node_modules/.package-lock.json as its last act, so an interrupted install is seen too.
 * `whole`: also the optional packages made for this machine, which an npm on an older Node.js leaves
 * out; only tests need those.
 */
export function isInstalled({ folder = repositoryFolder, whole = false } = {}) {
  const installedFile = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(installedFile)) return false
  const wanted = packagesIn(join(folder, 'package-lock.json'))
  const installed = packagesIn(installedFile)
  return Object.entries(wanted).every(([path, asked]) => {
    if (!path.includes('node_modules/')) return true
    const found = installed[path]
    if (!found) return asked.optional === true && !(whole && isForThisMachine(asked))
    return asked.link === found.link && asked.version === found.version
  })
}

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Package
 */

/** Whether an optional package is one of those made for this very machine. @param {Package} asked */
function isForThisMachine({ os, cpu, libc }) {
  const isMusl = existsSync('/etc/alpine-release')
  return (
    (os?.includes(process.platform) &&
      cpu?.includes(process.arch) &&
      (!libc || libc.includes(isMusl ? 'musl' : 'glibc'))) === true
  )
}

/** @param {string} file @returns {Record<string, Package>} */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** Installs the packages of package-lock.json; what npm says is shown only when it fails. */
export async function install() {
  // The npm that started us is known to work here; and its Node.js is not one that it will replace.
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env
  const args = ['ci', '--include=dev', '--include=optional']
  const { code, output } = await runNpm((await bringNode(node, npm)) ?? node, npm, args)
  rmSync(firstNodeFolder, { recursive: true, force: true })
  if (code !== 0) throw new Refusal(`The packages could not be installed.\n${output.trim()}`)
}

/** Outside node_modules, which npm empties. */
const firstNodeFolder = join(repositoryFolder, '.cache', 'first-node')

/**
 * npm leaves out optional packages that are not for the Node.js it runs on: one older than the shop's
 * own first fetches that, and npm is run on it.
 * @param {string} node
 * @param {string | undefined} npm
 * @returns {Promise<string | undefined>} the program; undefined when ours will do, or there is none.
 */
async function bringNode(node, npm) {
  const name = `node-${process.platform}-${process.arch}`
  const { version } =
    packagesIn(join(repositoryFolder, 'package-lock.json'))[`node_modules/${name}`] ?? {}
  const major = Number(process.versions.node.split('.')[0])
  if (!version || major >= Number(version.split('.')[0])) return undefined
  const place = ['--prefix', firstNodeFolder, '--no-save', '--no-package-lock', '--ignore-scripts']
  const { code } = await runNpm(node, npm, ['install', ...place, `${name}@${version}`])
  const brought = join(firstNodeFolder, 'node_modules', name, 'bin', 'node')
  return code === 0 && existsSync(brought) ? brought : undefined
}

/**
 * @param {string} node
 * @param {string | undefined} npm
 * @param {string[]} args
 */
function runNpm(node, npm, args) {
  const [program, before] = npm ? [node, [npm]] : ['npm', []]
  return run(program, [...before, ...args, '--loglevel=error', '--no-progress'], {
    cwd: repositoryFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // An npm found on the path looks there for its Node.js.
      PATH: [dirname(node), process.env.PATH].join(delimiter),
      npm_config_global: 'false',
    },
  }).catch((error) => {
    throw new Refusal(`npm cannot be run (${error.code}): install Node.js with npm.`)
  })
}

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { run } from './child.mjs'
import { CommandError, repositoryFolder } from './repository.mjs'
import {
  fetchedNode,
  fetchedNodeFolder,
  isNodeFetched,
  isNodeTooOld,
  shopRuntime,
} from './runtime.mjs'

/**
 * Whether node_modules holds exactly what package-lock.json asks for: what `npm start` needs, or with
 * `whole` everything that `npm test` needs, the optional packages made for this machine included. npm
 * writes what it installed into node_modules/.package-lock.json as its last act, so an interrupted
 * install is seen too.
 */
export function isInstalled({ folder = repositoryFolder, whole = false } = {}) {
  const installedFile = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(installedFile) || (isNodeTooOld() && !isNodeFetched())) return false
  const wanted = packagesIn(join(folder, 'package-lock.json'))
  const installed = packagesIn(installedFile)
  return Object.entries(wanted).every(([path, asked]) => {
    if (!path.includes('node_modules/')) return true
    const found = installed[path]
    if (!found) return whole ? asked.optional && !isForThisMachine(asked) : isDispensable(asked)
    return asked.link === found.link && asked.version === found.version
  })
}

/** Whether `npm start` does without a package. @param {Package} asked */
function isDispensable({ optional, dev, devOptional }) {
  return optional || dev || devOptional
}

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, dev?: boolean, devOptional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Package
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

/**
 * Installs the packages of package-lock.json; what npm says is shown only when it fails.
 * @param {{ folder?: string, whole?: boolean }} [options] `whole`: also what only `npm test` needs,
 *   which stays where it was installed before.
 */
export async function install({ folder = repositoryFolder, whole = false } = {}) {
  await fetchNode()
  // Only the optional package may have been missing.
  if (isInstalled({ folder, whole })) return
  const wasWhole = existsSync(join(folder, 'node_modules', 'vitest'))
  const args = ['ci', whole || wasWhole ? '--include=dev' : '--omit=dev', '--include=optional']
  // npm leaves out optional packages that do not support its own Node.js.
  const { code, output } = await runNpm(folder, args, isNodeTooOld() ? shopRuntime() : undefined)
  if (code !== 0) throw new CommandError(`The packages could not be installed.\n${output.trim()}`)
  if (isNodeTooOld()) linkNode(folder)
}

/** Installs the Node.js of tools/node, if the current one is too old for the shop. */
async function fetchNode() {
  if (!isNodeTooOld() || isNodeFetched()) return
  mkdirSync(fetchedNodeFolder, { recursive: true })
  for (const name of ['.npmrc', 'package.json', 'package-lock.json'])
    copyFileSync(join(repositoryFolder, 'tools', 'node', name), join(fetchedNodeFolder, name))
  const { code, output } = await runNpm(fetchedNodeFolder, ['ci', '--include=optional'])
  if (code !== 0) throw new CommandError(`Node.js 24 could not be installed.\n${output.trim()}`)
  // Half of the package is only needed for compiling native modules.
  for (const name of ['include', 'share'])
    rmSync(join(fetchedNodeFolder, fetchedNode, name), { recursive: true, force: true })
}

/**
 * Lets programs run by npm find the fetched Node.js, as if it were one of the packages.
 * @param {string} folder
 */
function linkNode(folder) {
  const link = join(folder, 'node_modules', '.bin', 'node')
  rmSync(link, { force: true })
  symlinkSync(relative(dirname(link), shopRuntime()), link)
}

/**
 * Runs the npm that started us, which is known to work here, or the one on the path.
 * @param {string} folder where it works
 * @param {string[]} args
 * @param {string} [node] the Node.js that it runs on; by default the one npm itself chose.
 */
function runNpm(folder, args, node) {
  const { npm_execpath: npm, npm_node_execpath: npmNode = process.execPath } = process.env
  const runtime = node ?? npmNode
  const [program, before] = npm ? [runtime, [npm]] : ['npm', []]
  return run(program, [...before, ...args, '--loglevel=error', '--no-progress'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // An npm found on the path looks there for its Node.js.
      PATH: [dirname(runtime), process.env.PATH].join(delimiter),
      npm_config_global: 'false',
    },
  }).catch((error) => {
    throw new CommandError(`npm cannot be run (${error.code}): install Node.js with npm.`)
  })
}

// Checks the whole repository: `npm test`. Plain JavaScript that Node 20 runs before anything is
// installed.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createSteps, formatDuration } from '../apps/api/src/platform/process/steps.mjs'
import { forwardSignals, isStopAsked, run } from './child.mjs'
import { install, isInstalled } from './install.mjs'
import { CommandError, repositoryFolder } from './repository.mjs'
import { SHOP_ENVIRONMENT, shopRuntime } from './runtime.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */
/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} TestResult */
/**
 * Vitest's report as JSON.
 * @typedef {{
 *   numPassedTests: number, numFailedTests: number, numPendingTests: number,
 *   testResults: { name: string, message: string, assertionResults: TestResult[] }[]
 * }} Report
 */
/** @typedef {{ title: string, work: () => Promise<Count> }} Stage */

const FEWEST_MODULES = 100

/** The memory that the databases and browsers of all tests need, in bytes. */
const ROOM_IN_MEMORY = 8 * 1024 ** 3

const modules = join(repositoryFolder, 'node_modules')
/** All that tests write outside the repository; removed at the end, with what killed processes leave. */
const scratch = mkdtempSync(join(process.env.TMPDIR ?? temporaryFolder(), 'solvane-'))
// Tests start programs as other users.
chmodSync(scratch, 0o1777)
process.env.TMPDIR = scratch
// Dozens of processes load the shop's sources.
process.env.NODE_COMPILE_CACHE = SHOP_ENVIRONMENT.NODE_COMPILE_CACHE
let node = process.execPath
/** Titles of the tests that passed only when they were tried again. @type {string[]} */
const passedLater = []
/** Title and message of each test that failed. @type {string[]} */
const failures = []

/**
 * The tests of whole programs, which mostly wait for them to start: they run beside all others.
 * @type {Promise<Count> | undefined}
 */
let startingPrograms

/** @type {Stage[]} */
const STAGES = [
  {
    title: 'Format and lint',
    work: () => check('@biomejs/biome/bin/biome', ['ci', '--colors=off', '.']),
  },
  { title: 'Types, boundaries, dead code and build', work: checkAllSources },
  {
    title: 'Unit and integration tests',
    work: () => {
      startingPrograms = vitest('scripts')
      startingPrograms.catch(() => {})
      return vitest('shop')
    },
  },
  { title: 'End-to-end tests', work: () => vitest('e2e') },
  { title: 'Start, stop and repository', work: async () => startingPrograms ?? oneCheck(false) },
]

/**
 * In memory where there is room: tests make hundreds of databases, and a disk needs half a second for
 * each.
 */
function temporaryFolder() {
  const inMemory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    const mayRunPrograms = !/ \/dev\/shm \S+ \S*\bnoexec\b/.test(
      readFileSync('/proc/mounts', 'utf8'),
    )
    const room = Math.min(bavail * bsize, freemem())
    return mayRunPrograms && room > ROOM_IN_MEMORY ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

const steps = createSteps()
forwardSignals()
try {
  process.exitCode = await test()
} catch (error) {
  process.exitCode = 1
  console.error(error instanceof CommandError ? `\n${error.message}` : error)
} finally {
  await startingPrograms?.catch(() => {})
  rmSync(scratch, { recursive: true, force: true })
}

async function test() {
  if (!isInstalled({ whole: true })) await steps.run('Installing', () => install({ whole: true }))
  node = shopRuntime()
  const startedAt = performance.now()
  /** @type {{ title: string, count: Count, milliseconds: number }[]} */
  const results = []
  for (const { title, work } of STAGES) {
    if (isStopAsked()) return 130
    const since = performance.now()
    const count = await steps.run(title, work)
    results.push({ title, count, milliseconds: performance.now() - since })
  }
  return summarise(results, performance.now() - startedAt)
}

/**
 * @param {{ title: string, count: Count, milliseconds: number }[]} results
 * @param {number} milliseconds
 */
function summarise(results, milliseconds) {
  const total = results.map(({ count }) => count).reduce(add)
  console.log('')
  for (const failure of failures) console.log(`Failed: ${failure}\n`)
  for (const title of passedLater) console.log(`Passed at the second try: ${title}`)
  for (const { title, count, milliseconds: took } of results) {
    const mark = count.failed === 0 ? '✓' : '✗'
    console.log(
      `${mark} ${title.padEnd(38)} ${formatDuration(took).padStart(11)}   ${inWords(count)}`,
    )
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`\nIn ${formatDuration(milliseconds)}${skipped}`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
}

/** @param {Count} count */
function inWords({ passed, failed, skipped }) {
  const parts = [`${passed} passed`]
  if (failed > 0) parts.push(`${failed} failed`)
  if (skipped > 0) parts.push(`${skipped} skipped`)
  return parts.join(', ')
}

/**
 * Runs a program of node_modules that says by its exit code whether all is well; what it prints is
 * shown when it is not.
 * @param {string} program @param {string[]} args @param {Record<string, string>} settings
 * @returns {Promise<Count>}
 */
async function check(program, args, settings = {}) {
  const { code, output } = await run(node, [join(modules, program), ...args], {
    cwd: repositoryFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...settings },
  })
  if (code !== 0) steps.note(output.trim())
  return code === 0 ? oneCheck(true) : oneCheck(false)
}

/** Concurrently: most of them use one core. */
async function checkAllSources() {
  const counts = await Promise.all([
    checkTypes('.', 'e2e'),
    checkTypes('apps/storefront', 'apps/admin'),
    checkBoundaries().then(async (boundaries) =>
      add(boundaries, await check('knip/bin/knip.js', [])),
    ),
    // A production build in any case: the tests of a started shop need it.
    check('../scripts/build.ts', [], { NODE_ENV: 'development' }),
  ])
  return counts.reduce(add)
}

/**
 * One after the other, each with one checker: with several, each works out the same types again, which
 * takes twice the processor time, and other checks run beside them.
 * @param {string[]} projects
 */
async function checkTypes(...projects) {
  let counts = { passed: 0, failed: 0, skipped: 0 }
  for (const project of projects) {
    const args = ['-p', project, '--checkers', '1']
    counts = add(counts, await check('typescript-native/bin/tsc', args))
  }
  return counts
}

/** Fails also if no sources were read, because then no violation can be found. */
async function checkBoundaries() {
  const folders = ['apps', 'packages', 'e2e', 'bench', 'scripts', 'tools']
  const program = join(modules, 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs')
  const { code, output } = await run(
    node,
    [program, '--config', '.dependency-cruiser.cjs', ...folders],
    { cwd: repositoryFolder, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const read = Number(/\((\d+) modules/.exec(output)?.[1] ?? 0)
  const isFine = code === 0 && read >= FEWEST_MODULES
  if (!isFine) steps.note(`${output.trim()}\n(${read} modules read)`)
  return oneCheck(isFine)
}

/** @param {Count} one @param {Count} other @returns {Count} */
function add(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}

/** @param {boolean} isFine @returns {Count} */
function oneCheck(isFine) {
  return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1, skipped: 0 }
}

/** @param {string} project @returns {Promise<Count>} */
async function vitest(project) {
  const report = join(scratch, `${project}.json`)
  const errors = join(scratch, `${project}-errors.txt`)
  steps.note('')
  const { code } = await run(
    node,
    [
      join(modules, 'vitest', 'vitest.mjs'),
      'run',
      `--project=${project}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      `--reporter=${join(repositoryFolder, 'scripts', 'test', 'errors-reporter.mjs')}`,
    ],
    {
      cwd: repositoryFolder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ERRORS_FILE: errors },
    },
  )
  const { passed, failed, skipped } = readReport(report)
  if (code === 0 || failed > 0) return { passed, skipped, failed }
  // Outside of a test, such as a rejection nobody awaited: it counts as one failure.
  const what = existsSync(errors) ? readFileSync(errors, 'utf8') : `Vitest ended with code ${code}.`
  failures.push(`An error outside of the tests of ${project}\n${what}`)
  return { passed, skipped, failed: 1 }
}

/** @param {string} report @returns {Count} */
function readReport(report) {
  try {
    /** @type {Report} */
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    )
    for (const { name, message, assertionResults } of testResults) {
      if (message) failures.push(`${relative(repositoryFolder, name)}\n${message}`)
      for (const { status, fullName, failureMessages } of assertionResults) {
        if (status === 'failed') failures.push(`${fullName}\n${failureMessages.join('\n')}`)
        else if (status === 'passed' && failureMessages.length > 0)
          passedLater.push(`${fullName}\n${failureMessages.join('\n')}`)
      }
    }
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests }
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}

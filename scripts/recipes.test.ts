import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { repositoryFolder } from './repository.mjs'

/**
 * Carries out every recipe of docs/recipes on a copy of the repository. A code block with a title is a
 * file: written as it is, or, as a `diff`, changed; each hunk must be found exactly once. A block titled
 * `run` holds commands that must succeed.
 */

const run = promisify(execFile)
const recipes = join(repositoryFolder, 'docs', 'recipes')
const copies = join(repositoryFolder, '.cache', 'recipes')
/** Left out of the copy: `assets` is large and linked instead, the others are not sources. */
const left = new Set(['.git', '.cache', '.data', 'assets', 'dist', 'node_modules', 'release'])

interface Step {
  language: string
  title: string
  content: string
}

/** The titled code blocks of a recipe, in their order. */
function readSteps(markdown: string): Step[] {
  return [...markdown.matchAll(/^```(\w+) title="([^"]+)"\n(.*?)^```$/gms)].map(
    ([, language = '', title = '', content = '']) => ({ language, title, content }),
  )
}

/** A copy of the sources that uses the packages installed here, but the workspaces of the copy. */
function copyRepository(name: string): string {
  mkdirSync(copies, { recursive: true })
  const folder = mkdtempSync(join(copies, `${name}-`))
  for (const path of readdirSync(repositoryFolder).filter((name) => !left.has(name)))
    cpSync(join(repositoryFolder, path), join(folder, path), {
      recursive: true,
      filter: (source) => !left.has(basename(source)),
    })
  symlinkSync(join(repositoryFolder, 'assets'), join(folder, 'assets'))
  for (const workspace of ['.', 'apps/storefront', 'apps/admin', 'apps/api'])
    linkPackages(join(repositoryFolder, workspace), join(folder, workspace))
  const ours = join(folder, 'node_modules', '@solvane')
  mkdirSync(ours)
  for (const packageName of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', packageName), join(ours, packageName))
  return folder
}

function linkPackages(from: string, to: string): void {
  const installed = join(from, 'node_modules')
  const names = readdirSync(dirname(installed)).includes('node_modules')
    ? readdirSync(installed).filter((name) => name !== '@solvane' && !/^\.vite/.test(name))
    : []
  mkdirSync(join(to, 'node_modules'), { recursive: true })
  for (const name of names) symlinkSync(join(installed, name), join(to, 'node_modules', name))
}

/** A text with one hunk of a diff applied, which is found by its context and its removed lines. */
function applyHunk(text: string, hunk: string): string {
  const lines = hunk.replace(/\n$/, '').split('\n')
  const without = (mark: string) =>
    lines
      .filter((line) => !line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n')
  const before = without('+')
  expect(text.split(before), `found once:\n${before}`).toHaveLength(2)
  return text.replace(before, () => without('-'))
}

async function carryOut(folder: string, { language, title, content }: Step): Promise<void> {
  if (title === 'run') {
    for (const command of content.trim().split('\n')) {
      const path = [join(folder, 'node_modules', '.bin'), dirname(process.execPath)]
      const env = {
        ...process.env,
        PATH: [...path, process.env.PATH].join(delimiter),
        // Or the program would take itself for a part of this test.
        VITEST: undefined,
        VITEST_POOL_ID: undefined,
        NODE_ENV: undefined,
      }
      await run('sh', ['-c', command], { cwd: folder, env, maxBuffer: 1e8 }).catch(
        ({ stdout, stderr }: { stdout: string; stderr: string }) => {
          throw new Error(`${command}\n${stdout}\n${stderr}`)
        },
      )
    }
    return
  }
  const file = join(folder, title)
  if (language !== 'diff') {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content, { flag: 'wx' })
    return
  }
  const hunks = content.split(/^@@.*\n/m).filter((hunk) => hunk.trim() !== '')
  writeFileSync(file, hunks.reduce(applyHunk, readFileSync(file, 'utf8')))
}

const files = readdirSync(recipes).filter((name) => name !== 'README.md')

test.each(files)(
  '%s can be followed',
  async (name) => {
    const steps = readSteps(readFileSync(join(recipes, name), 'utf8'))
    expect(steps.at(-1)?.title).toBe('run')
    const folder = copyRepository(basename(name, '.md'))
    try {
      for (const step of steps) await carryOut(folder, step)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  900_000,
)

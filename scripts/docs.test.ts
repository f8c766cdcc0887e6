import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryFolder } from './repository.mjs'

const cwd = repositoryFolder
const documents = globSync(
  ['README.md', 'docs/**/*.md', 'packages/*/README.md', 'tools/*/README.md'],
  { cwd },
)
const sources = globSync('{apps,packages,e2e,scripts,bench,tools,docs}/**/*.{ts,tsx,mjs,sql,md}', {
  cwd,
  exclude: (name) => /node_modules|^(dist|release|\.data|\.cache)$/.test(name),
})
const inCode = /```.*?```/gs

const words = new Set(
  sources
    .filter((path) => !path.endsWith('.md'))
    .flatMap((path) => readFileSync(join(cwd, path), 'utf8').match(/\w+/g) ?? []),
)

/** The anchors of a document's headings. */
function anchorsOf(document: string): string[] {
  const text = readFileSync(join(cwd, document), 'utf8').replace(inCode, '')
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

it.each(documents)('%s refers to existing files only', (document) => {
  const text = readFileSync(join(cwd, document), 'utf8').replace(inCode, '')
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => !existsSync(join(cwd, dirname(document), target)))
  const folders = [
    ...text.matchAll(/`((?:apps|packages|e2e|scripts|docs|tools|bench)\/[\w./-]+)`/g),
  ]
    .map(([, path = '']) => path)
    .filter((path) => !/\/(dist|release|node_modules)(\/|$)/.test(path))
    .filter((path) => !existsSync(join(cwd, path)))
  // Sources are named by the end of their path: `to-card.ts`, `functions/search.sql`.
  const names = [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql))`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !sources.some((path) => `/${path}`.endsWith(`/${name}`)))
  expect([...links, ...folders, ...names]).toEqual([])
})

it.each(documents)('%s refers to existing sections and functions only', (document) => {
  const text = readFileSync(join(cwd, document), 'utf8').replace(inCode, '')
  const sections = [...text.matchAll(/\]\(([^)#\s:]*)#([^)]+)\)/g)]
    .filter(([, target = '', anchor = '']) => {
      const at = target === '' ? document : join(dirname(document), target)
      return !anchorsOf(at).includes(anchor)
    })
    .map(([link]) => link)
  // `placeOrder`, `ctx.changes.publish`
  const functions = [...text.matchAll(/`(?:\w+\.)*([a-z]+[A-Z]\w*)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !words.has(name))
  expect([...sections, ...functions]).toEqual([])
})

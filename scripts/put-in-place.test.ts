import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { putInPlace } from './put-in-place.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'solvane-place-'))
})
afterEach(() => rmSync(place, { recursive: true }))

/** A build whose page is `version`, with these hashed files. */
function build(version: string, ...hashed: string[]) {
  const fresh = join(place, 'fresh')
  const files = { 'client/page': version, 'server/entry.js': version }
  const assets = hashed.map((name) => [`client/assets/${name}`, name] as const)
  for (const [path, content] of [...Object.entries(files), ...assets]) {
    mkdirSync(dirname(join(fresh, path)), { recursive: true })
    writeFileSync(join(fresh, path), content)
  }
  putInPlace(fresh, place)
}

const assets = () => readdirSync(join(place, 'client', 'assets')).sort()
const page = () => readFileSync(join(place, 'client', 'page'), 'utf8')

it('replaces files with fixed names, and keeps the hashed files of the previous build', () => {
  build('first', 'a-1.js', 'b-1.js')
  build('second', 'a-2.js', 'b-1.js')
  expect(page()).toBe('second')
  expect(assets()).toEqual(['a-1.js', 'a-2.js', 'b-1.js'])
  build('third', 'a-3.js', 'b-1.js')
  expect(assets()).toEqual(['a-2.js', 'a-3.js', 'b-1.js'])
  expect(readdirSync(place)).not.toContain('fresh')
})

it('keeps them when the same sources are built again', () => {
  build('first', 'a-1.js')
  build('second', 'a-2.js')
  build('second', 'a-2.js')
  expect(assets()).toEqual(['a-1.js', 'a-2.js'])
})

it('removes the files that an interrupted build had moved there', () => {
  build('first', 'a-1.js')
  writeFileSync(join(place, 'client', 'assets', 'a-lost.js'), '')
  build('second', 'a-2.js')
  expect(assets()).toEqual(['a-1.js', 'a-2.js'])
})

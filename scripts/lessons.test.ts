import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryFolder } from './repository.mjs'

const read = (path: string) => readFileSync(join(repositoryFolder, path), 'utf8')

/** The lines of the table in docs/lessons.md: a number, and the tests named, each with words of its title. */
const lessons = [...read('docs/lessons.md').matchAll(/^\| (\d+) \|[^|]*\| (.*) \|$/gm)].map(
  ([, number, tests = '']) => ({
    number: Number(number),
    tests: [...tests.matchAll(/`([^`]+)`: ([^;]+)/g)].map(([, file = '', title = '']) => ({
      file,
      title: title.trim(),
    })),
  }),
)

it('every lesson has its line, in order', () => {
  expect(lessons.length).toBeGreaterThan(40)
  expect(lessons.map(({ number }) => number)).toEqual(lessons.map((_, at) => at + 1))
})

it.each(lessons)('lesson $number names tests that are there', ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0)
  for (const { file, title } of tests) {
    expect(existsSync(join(repositoryFolder, file)), file).toBe(true)
    expect(read(file), file).toContain(title)
  }
})

import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

/** As much as a call takes. */
const size = 4_000_000
/** Of the processor, however busy the machine is. */
const mostMicroseconds = 1_500_000
const filled = (text: string) => text.repeat(Math.floor(size / text.length))

test.each([
  ['of columns that there are not', `${filled('a,')}a\nx`],
  ['of one column over and over', `${filled('name,')}name\nx`],
  ['of far too many lines', `identifier\n${filled('a\n')}`],
  ['of lines without anything', `identifier,name\n${filled(',\n')}`],
  ['with one line of cells', `identifier\n${filled('a,')}`],
  ['in quotes that never end', `identifier\n"${filled('""')}`],
  ['that is no text', filled('\u0000')],
])('a file %s is refused soon, in a few words', (_, csv) => {
  const since = process.threadCpuUsage()
  const { lines, mistakes } = readCsv(csv)
  expect(process.threadCpuUsage(since).user).toBeLessThan(mostMicroseconds)
  expect(lines).toEqual([])
  expect(mistakes.length).toBeGreaterThan(0)
  expect(JSON.stringify(mistakes).length).toBeLessThan(10_000)
})

test('the lines after the last that are taken are not read, only known to be too many', () => {
  const { mistakes } = readCsv(`identifier\n${'a\n'.repeat(5_001)}`)
  expect(mistakes).toMatchObject([{ line: 1, message: expect.stringContaining('more than 5000') }])
  expect(readCsv(`identifier\n${'a\n'.repeat(5_000)}`).lines).toHaveLength(5_000)
})

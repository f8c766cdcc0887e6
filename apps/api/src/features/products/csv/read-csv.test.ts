import { expect, test } from 'vitest'
import { type RawLine, readCsv } from './read-csv.ts'

/** Products of a size, so that breaks fall anywhere. */
function* inChunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function reading(csv: string | Uint8Array, size = 64 * 1024) {
  const lines: RawLine[] = []
  const bytes = typeof csv === 'string' ? new TextEncoder().encode(csv) : csv
  async function* sent() {
    yield* inChunks(bytes, size)
  }
  const file = await readCsv(sent(), async (_columns, more) => void lines.push(...more))
  return { ...file, lines }
}

const size = 4_000_000
/** Of the processor, however busy the machine is. */
const mostMicroseconds = 3_000_000
const filled = (text: string) => text.repeat(Math.floor(size / text.length))

test.each([
  ['of columns that there are not', `${filled('a,')}a\nx`],
  ['of one column over and over', `${filled('name,')}name\nx`],
  ['of far too many lines', `identifier\n${filled('a\n')}`],
  ['of lines without anything', `identifier,name\n${filled(',\n')}`],
  ['with one line of cells', `identifier\n${filled('a,')}`],
  ['in quotes that never end', `identifier\n"${filled('""')}`],
  ['that is not text', filled('\u0000')],
])('a file %s is rejected quickly, with a short message', async (_, csv) => {
  const since = process.threadCpuUsage()
  const { isWhole, mistakes } = await reading(csv)
  expect(process.threadCpuUsage(since).user).toBeLessThan(mostMicroseconds)
  expect(isWhole && mistakes.length === 0).toBe(false)
  expect(JSON.stringify(mistakes).length).toBeLessThan(10_000)
})

test('a file with too many lines is rejected, one with the maximum is read', async () => {
  const { mistakes } = await reading(`identifier\n${'a\n'.repeat(100_001)}`)
  expect(mistakes).toMatchObject([
    { line: 1, message: expect.stringContaining('more than 100000') },
  ])
  expect((await reading(`identifier\n${'a\n'.repeat(100_000)}`)).lines).toHaveLength(100_000)
})

test.each([1, 2, 3, 7])('a file in chunks of %i bytes is read like a whole one', async (size) => {
  const csv = '\uFEFFidentifier;name\r\na;"é\r\n—"\rb;💼\n\nc;"say ""so"""'
  const { lines, isWhole } = await reading(csv, size)
  expect(isWhole).toBe(true)
  expect(lines).toEqual([
    { line: 2, cells: ['a', 'é\n—'] },
    { line: 4, cells: ['b', '💼'] },
    { line: 6, cells: ['c', 'say "so"'] },
  ])
})

test('empty cells behind the columns are passed over, as spreadsheets write them', async () => {
  const { columns, lines, mistakes } = await reading('identifier,name,,\na,A,,\nb,B\nc,C,,x\nd')
  expect(columns).toEqual(['identifier', 'name'])
  expect(lines).toEqual([
    { line: 2, cells: ['a', 'A'] },
    { line: 3, cells: ['b', 'B'] },
  ])
  expect(mistakes).toMatchObject([{ line: 4 }, { line: 5 }])
})

test('a file that is not UTF-8 is rejected with instructions', async () => {
  const { mistakes, isWhole } = await reading(Buffer.from('identifier,name\na,caf\u00e9', 'latin1'))
  expect(isWhole).toBe(false)
  expect(mistakes).toMatchObject([{ line: 1, message: expect.stringContaining('CSV UTF-8') }])
})

test('files with the same bytes are recognized as the same', async () => {
  const [one, again, other] = await Promise.all(
    [
      ['identifier\na', 64],
      ['identifier\na', 3],
      ['identifier\nb', 64],
    ].map(([csv, size]) => reading(csv as string, size as number)),
  )
  expect(one?.hash).toBe(again?.hash)
  expect(one?.hash).not.toBe(other?.hash)
})

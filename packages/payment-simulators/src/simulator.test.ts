import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { openRecordLog } from './simulator.ts'

const folder = mkdtempSync(join(tmpdir(), 'solvane-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const newFile = () => join(folder, `${files++}`, 'log.jsonl')

test('records are there in their last version when the file is opened again', () => {
  const path = newFile()
  const log = openRecordLog(path)
  log.put('fruit', 'a', { name: 'apple' })
  log.put('fruit', 'b', { name: 'pear' })
  log.put('fruit', 'a', { name: 'quince' })
  log.put('nut', 'a', { name: 'hazel' })
  const again = openRecordLog(path)
  expect(again.get('fruit', 'a')).toEqual({ name: 'quince' })
  expect(again.list('fruit')).toEqual([{ name: 'pear' }, { name: 'quince' }])
  expect(again.get('fruit', 'c')).toBeUndefined()
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(3)
})

test('a truncated line is dropped, and later ones are read', () => {
  const path = newFile()
  openRecordLog(path).put('fruit', 'a', { name: 'apple' })
  appendFileSync(path, '{"kind":"fruit","id":"b","at":"2026-')
  const log = openRecordLog(path)
  expect(log.get('fruit', 'b')).toBeUndefined()
  log.put('fruit', 'c', { name: 'plum' })
  expect(openRecordLog(path).list('fruit')).toEqual([{ name: 'apple' }, { name: 'plum' }])
})

test('old records are dropped', () => {
  const path = newFile()
  const log = openRecordLog(path)
  log.put('fruit', 'a', { name: 'apple' })
  const line = JSON.stringify({ kind: 'fruit', id: 'b', at: '2020-01-01T00:00:00.000Z', value: {} })
  writeFileSync(path, `${line}\n${readFileSync(path, 'utf8')}`)
  expect(openRecordLog(path).list('fruit')).toEqual([{ name: 'apple' }])
})

test('a killed process loses no record whose write has returned', async () => {
  const path = newFile()
  const source = fileURLToPath(new URL('./simulator.ts', import.meta.url))
  const program = `
    import { openRecordLog } from ${JSON.stringify(source)}
    const log = openRecordLog(process.argv[1])
    for (let i = 0; ; i++) { log.put('number', String(i), { i }); process.stdout.write(i + '\\n') }`
  for (let round = 0; round < 5; round++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, path])
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
      if (output.includes(`\n${50 * (round + 1)}\n`)) child.kill('SIGKILL')
    })
    await once(child, 'close')
    // The text after the last line break is incomplete, or empty.
    const last = Number(output.split('\n').at(-2))
    const log = openRecordLog(path)
    expect(last).toBeGreaterThanOrEqual(50)
    for (let i = 0; i <= last; i++) expect(log.get('number', String(i))).toEqual({ i })
  }
})

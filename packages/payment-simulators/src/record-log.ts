import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

interface Entry {
  kind: string
  id: string
  /** ISO 8601. */
  at: string
  value: unknown
}

/** A simulator's records, by kind and id. */
export interface RecordLog {
  get<Value>(kind: string, id: string): Value | undefined
  /** The values of a kind, the last written at the end. */
  list<Value>(kind: string): Value[]
  put(kind: string, id: string, value: object): void
}

/** How long records are kept, in milliseconds. */
const kept = 30 * 24 * 60 * 60 * 1000

/**
 * Opens a log file to which every write appends a line synchronously, so that a killed process
 * loses no acknowledged record. Only one process may open it. An incomplete last line and old
 * records are dropped when the file is opened.
 */
export function openRecordLog(path: string, now: Date = new Date()): RecordLog {
  const entries = new Map<string, Entry>()
  const keyOf = (kind: string, id: string) => `${kind} ${id}`
  const remember = (entry: Entry) => {
    const key = keyOf(entry.kind, entry.id)
    entries.delete(key)
    entries.set(key, entry)
  }
  const lines = readWholeLines(path)
  const oldest = new Date(now.getTime() - kept).toISOString()
  for (const line of lines) {
    const entry = JSON.parse(line) as Entry
    if (entry.at >= oldest) remember(entry)
  }
  if (lines.length > entries.size) rewrite(path, [...entries.values()])

  return {
    get: <Value>(kind: string, id: string) =>
      entries.get(keyOf(kind, id))?.value as Value | undefined,
    list: <Value>(kind: string) =>
      [...entries.values()].flatMap((entry) => (entry.kind === kind ? [entry.value as Value] : [])),
    put(kind, id, value) {
      const entry = { kind, id, at: new Date().toISOString(), value }
      // Created with the first record: a shop without payments needs no folder.
      mkdirSync(dirname(path), { recursive: true })
      appendFileSync(path, `${JSON.stringify(entry)}\n`)
      // A copy, because the caller may change its object later.
      remember(structuredClone(entry))
    },
  }
}

function readWholeLines(path: string): string[] {
  if (!existsSync(path)) return []
  const content = readFileSync(path)
  const end = content.lastIndexOf('\n') + 1
  if (end < content.length) truncateSync(path, end)
  return content.subarray(0, end).toString('utf8').split('\n').slice(0, -1)
}

function rewrite(path: string, entries: Entry[]): void {
  const copy = `${path}.new`
  writeFileSync(copy, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  renameSync(copy, path)
}

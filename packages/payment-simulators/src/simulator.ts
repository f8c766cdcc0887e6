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
import type { FastifyInstance } from 'fastify'

/**
 * A fault of a request: the server fails before it does anything; does it but loses the response;
 * never responds; rejects the access token; gives another response; or something else happens
 * first.
 */
export type Fault =
  | 'fails'
  | 'loses the response'
  | 'never answers'
  | 'rejects the token'
  | { status: number; body: object }
  | (() => Promise<unknown>)

/** Fault injection for an API, in tests. */
export interface Faults {
  /** Injects a fault into the next request whose `POST /path` matches, or into the next `times`. */
  inject(request: RegExp, fault: Fault, times?: number): void
  /** Removes all faults that have not occurred yet. */
  clear(): void
  /** Applies the faults to the requests of a scope. */
  watch(scope: FastifyInstance): void
}

export function openFaults(): Faults {
  const planned: { request: RegExp; fault: Fault; times: number }[] = []

  function take(name: string, isWanted: (fault: Fault) => boolean): Fault | undefined {
    const found = planned.find(
      ({ request, fault, times }) => times > 0 && request.test(name) && isWanted(fault),
    )
    if (found) found.times -= 1
    return found?.fault
  }

  return {
    inject: (request, fault, times = 1) => void planned.push({ request, fault, times }),
    clear: () => void planned.splice(0),
    watch(scope) {
      scope.addHook('preHandler', async ({ method, url }, reply) => {
        const fault = take(`${method} ${url}`, (what) => what !== 'loses the response')
        if (fault === 'fails') return reply.code(503).send({ error: { message: 'Unavailable' } })
        // Waits until the client gives up.
        if (fault === 'never answers') await new Promise(() => {})
        if (fault === 'rejects the token') return reply.code(401).send({ name: 'invalid_token' })
        if (typeof fault === 'object') return reply.code(fault.status).send(fault.body)
        if (typeof fault === 'function') await fault()
      })
      scope.addHook('onSend', async ({ method, url }, reply) => {
        if (take(`${method} ${url}`, (what) => what === 'loses the response')) reply.raw.destroy()
      })
    },
  }
}

/** The facts about the shop that every simulator needs. */
export interface SimulatorOptions {
  /** The shop's mode; `production` is rejected. */
  mode: string
  /** The file of its records. */
  file: string
  /** The URL of the shop's webhook; null while it accepts none. */
  webhookTarget: () => string | null
  /** The public URL of the simulator, without a trailing slash. */
  publicAddress: string
  now: () => Date
}

/** Passes every body to handlers as it was sent, whatever its type. */
export function readBodiesAsText(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
}

/** Throws in production, where payments must be real. */
export function rejectProduction(mode: string): void {
  if (mode === 'production' || process.env.NODE_ENV === 'production')
    throw new Error('Payments are never simulated in production.')
}

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

import { inWords } from '../../parts/in-words.ts'

/** Parts of a request whose names are omitted. */
const parts = new Set(['params', 'query', 'body'])

/** The input of a request as lines: the path of each value as text, and the value. */
export function readInput(input: Record<string, unknown>): [name: string, value: string][] {
  return Object.entries(input).flatMap(([place, part]) =>
    parts.has(place) ? linesOf(part, []) : linesOf(part, [inWords(place)]),
  )
}

function linesOf(value: unknown, path: readonly string[]): [string, string][] {
  if (value === null || value === undefined || value === '') return []
  if (Array.isArray(value)) {
    if (value.every((part) => typeof part !== 'object' || part === null))
      return value.length > 0 ? [[path.join(' › '), value.map(toText).join(', ')]] : []
    return value.flatMap((part, index) => linesOf(part, [...path, `${index + 1}.`]))
  }
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, part]) => linesOf(part, [...path, inWords(name)]))
  return [[path.join(' › '), toText(value)]]
}

function toText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return String(value)
}

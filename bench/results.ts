import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

const gigabyte = 1024 ** 3

export type Machine = ReturnType<typeof describeMachine>

/** Describes the machine and its load before the measurements, which mean nothing without it. */
export function describeMachine() {
  const processors = cpus()
  return {
    at: new Date().toISOString(),
    processors: `${processors.length} × ${processors[0]?.model ?? 'unknown'}`,
    memory: `${Math.round(totalmem() / gigabyte)} GB`,
    node: process.version,
    /** The load average of the minute before: above 0.5, other programs disturb the results. */
    loadBefore: loadavg()[0] ?? 0,
  }
}

/** The machine as part of a sentence. */
export function machineInWords({ processors, memory, node, loadBefore }: Machine): string {
  return `${processors}, ${memory}, Node ${node}, load average before it ${loadBefore.toFixed(1)}`
}

/** Writes results to a folder; returns the path of the Markdown file. */
export function record(
  folder: URL,
  name: { json: string; markdown: string },
  results: object,
  text: string,
) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(name.json, folder), `${JSON.stringify(results, rounded, 2)}\n`)
  const markdown = new URL(name.markdown, folder)
  writeFileSync(markdown, text)
  return fileURLToPath(markdown)
}

/** Digits beyond the precision only make differences hard to see. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(5)) : value
}

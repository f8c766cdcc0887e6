import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

const gigabyte = 1024 ** 3

export type Machine = ReturnType<typeof describeMachine>

/** What the figures are taken on, to be asked before they are: they mean nothing without it. */
export function describeMachine() {
  const processors = cpus()
  return {
    at: new Date().toISOString(),
    processors: `${processors.length} × ${processors[0]?.model ?? 'unknown'}`,
    memory: `${Math.round(totalmem() / gigabyte)} GB`,
    node: process.version,
    /** Programs that wanted a processor in the minute before: above 0.5, others spoil the figures. */
    loadBefore: loadavg()[0] ?? 0,
  }
}

/** The machine in a sentence's middle. */
export function machineInWords({ processors, memory, node, loadBefore }: Machine): string {
  return `${processors}, ${memory}, Node ${node}, load average before it ${loadBefore.toFixed(1)}`
}

/** Records results in a folder; gives the path of the Markdown. */
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

/** More digits than were measured only make differences hard to see. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(5)) : value
}

import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LoadRequest } from './load.ts'
import { ask } from './rows.ts'
import type { Shop } from './shop.ts'

/** The plan of a statement of the shop, as it was executed. */
export interface Plan {
  milliseconds: number
  text: string
}

const settings = `session_preload_libraries = 'auto_explain'
auto_explain.log_min_duration = 0
auto_explain.log_analyze = on
auto_explain.log_buffers = on
auto_explain.log_parameter_max_length = 0
`

/** Has the PostgreSQL of a stopped shop log the plans of its statements, or no longer. */
export function logPlans(dataDir: string, isOn: boolean): void {
  const [cluster = ''] = globSync(join(dataDir, 'postgres', 'cluster-*'))
  const file = join(cluster, 'postgresql.auto.conf')
  const others = readFileSync(file, 'utf8').replace(settings, '')
  writeFileSync(file, isOn ? others + settings : others)
}

/** The plans of the statements for a request that the shop has had before; the slowest first. */
export async function plansOf(shop: Shop, dataDir: string, sent: LoadRequest): Promise<Plan[]> {
  const log = join(dataDir, 'postgres', 'postgres.log')
  await answer(shop, sent)
  const from = statSync(log).size
  await answer(shop, sent)
  const entries = readFileSync(log)
    .subarray(from)
    .toString('utf8')
    .split(/\n(?!\t)/)
  return entries
    .flatMap((entry) => {
      const [, duration, text = ''] = /duration: ([\d.]+) ms {2}plan:\n([\s\S]*)/.exec(entry) ?? []
      const isOfTheShop = !/pgboss|pg_catalog/.test(text)
      return duration && isOfTheShop ? { milliseconds: Number(duration), text: shorten(text) } : []
    })
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
}

function shorten(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^\t/, ''))
  const begin = lines.findIndex((line) => /\(cost=/.test(line))
  return lines
    .slice(Math.max(0, begin))
    .map((line) => (line.length > 160 ? `${line.slice(0, 157)}…` : line))
    .join('\n')
    .trimEnd()
}

async function answer({ port }: Shop, { path, headers = {} }: LoadRequest): Promise<void> {
  await ask(port, path, { headers })
}

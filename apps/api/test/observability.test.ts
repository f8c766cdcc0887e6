import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { outageKinds } from '../src/platform/services/services.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const read = (name: string) => readFileSync(`${repository}deploy/observability/${name}`, 'utf8')
const documentation = readFileSync(`${repository}docs/deployment.md`, 'utf8')

interface Rule {
  alert: string
  expr: string
  annotations: { runbook: string }
}
interface Panel {
  title: string
  targets?: { expr: string }[]
}
const groups: { name: string; rules: Rule[] }[] = parse(read('alerts.yaml')).groups
const rules = groups.flatMap((group) => group.rules.map((rule) => ({ ...rule, group: group.name })))
const panels: Panel[] = JSON.parse(read('dashboard.json')).panels

const words =
  /\b(sum|max|min|by|rate|increase|abs|or|topk|histogram_quantile|ignoring|group_left)\b/g

/** The metrics that an expression reads. */
function metricsOf(expr: string): string[] {
  const bare = expr
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, '')
    .replace(/\b(by|ignoring) ?\([^)]*\)/g, '')
    .replace(words, '')
  return bare.match(/[a-z_][a-z0-9_]*/g) ?? []
}

let shop: TestShop
let served: Set<string>
let body: string
beforeAll(async () => {
  shop = await openTestShop({ empty: true, settings: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  body = (await shop.app.inject('/metrics')).body
  const types = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  served = new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : name,
    ),
  )
})
afterAll(() => shop.close())

it('each alert on the shop reads metrics that the shop serves', () => {
  const ofShop = rules.filter(({ group }) => group === 'solvane')
  expect(ofShop.length).toBeGreaterThan(10)
  const read = ofShop.flatMap(({ alert, expr }) => metricsOf(expr).map((name) => [alert, name]))
  expect(read.length).toBeGreaterThan(10)
  const ofPrometheus = ['up', 'absent']
  expect(read.filter(([, name = '']) => !ofPrometheus.includes(name) && !served.has(name))).toEqual(
    [],
  )
})

it('an alert reports the outage of each service', () => {
  const named = rules.flatMap(({ expr }) =>
    [...expr.matchAll(/outage\{service=~?"([^"]+)"/g)].flatMap(([, names = '']) =>
      names.split('|'),
    ),
  )
  expect(named.toSorted()).toEqual(outageKinds.toSorted())
})

it('each panel of the dashboard reads metrics that the shop serves', () => {
  const read = panels.flatMap(({ title, targets = [] }) =>
    targets.flatMap(({ expr }) => metricsOf(expr).map((name) => [title, name])),
  )
  expect(read.length).toBeGreaterThan(20)
  expect(read.filter(([, name = '']) => !served.has(name))).toEqual([])
})

it('the documentation names each metric and each pool of connections', () => {
  const metrics = [...body.matchAll(/^# TYPE (?!process_|nodejs_)(\S+)/gm)]
  const pools = [...body.matchAll(/\{pool="([^"]+)"/g)]
  expect(pools.length).toBeGreaterThan(10)
  const missing = [...metrics, ...pools].filter(
    ([, name]) => !documentation.includes(`\`${name}\``),
  )
  expect(missing.map(([, name]) => name)).toEqual([])
})

it('each alert has a runbook that names it', () => {
  for (const { alert, annotations } of rules) {
    expect(existsSync(repository + annotations.runbook), alert).toBe(true)
    expect(readFileSync(repository + annotations.runbook, 'utf8')).toContain(alert)
  }
})

// Measures the pages in a browser as a phone would meet them: `npm start` in this folder. See
// docs/performance.md.
import { parseArgs } from 'node:util'
import lighthouse, { type Result } from 'lighthouse'
import { chromium } from 'playwright-core'
import { buildShop } from '../../bench/build-shop.ts'
import { recordAnswer } from '../../bench/floor.ts'
import { browserHeaders } from '../../bench/load.ts'
import { prepareShop } from '../../bench/prepare-shop.ts'
import { describeMachine, machineInWords, record } from '../../bench/results.ts'
import { makeRows } from '../../bench/rows.ts'
import { freePort, startShop } from '../../bench/shop.ts'
import { aimTable, toMarkdown, toText } from '../../bench/tables.ts'
import { findBrowser } from '../../e2e/browser.ts'
import {
  judgePages,
  type MeasuredPage,
  pageTable,
  scriptsOf,
  toMeasuredPage,
} from './page-measures.ts'

/** The shop alone, as `npm start` shows it. */
const houseSize = 150

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } })
const runs = Number(values.runs)
if (!(Number.isInteger(runs) && runs > 0)) throw new Error('--runs must be a whole number above 0.')

const machine = describeMachine()
buildShop()
const program = await findBrowser()
const dataDir = await prepareShop(houseSize, { log: console.log })
const shop = await startShop({ dataDir, cache: true })
try {
  const measured: MeasuredPage[] = []
  for (const { title, path } of await pagesToMeasure()) {
    // Pictures are made when they are first asked for, and pages kept: a shop that is open has both.
    await visit(shop.url + path)
    const visits: Result[] = []
    for (let run = 0; run < runs; run += 1) visits.push(await visit(shop.url + path))
    const scripts = await weigh(visits.flatMap(scriptsOf))
    measured.push(toMeasuredPage({ title, path, scripts }, visits))
  }
  report(measured)
} finally {
  await shop.stop()
}

/** Home, and the first listing and product of the shop. */
async function pagesToMeasure(): Promise<{ title: string; path: string }[]> {
  const rows = await makeRows(shop.port)
  return rows
    .filter(({ kind }) => kind === 'page')
    .map(({ title, paths }) => ({ title, path: paths[0] ?? '/' }))
}

/** One visit by a phone on a slow network, in a browser that has never been here. */
async function visit(url: string) {
  const port = await freePort()
  const browser = await chromium.launch({
    ...program,
    args: [`--remote-debugging-port=${port}`, '--disable-gpu', '--no-first-run'],
  })
  try {
    const result = await lighthouse(url, { port, logLevel: 'error', output: 'json' })
    if (!result) throw new Error(`Lighthouse gave nothing for ${url}`)
    return result.lhr
  } finally {
    await browser.close()
  }
}

/** Bytes of each script as browsers get it. */
async function weigh(paths: string[]): Promise<Record<string, number>> {
  const weights = [...new Set(paths)].map(async (path) => {
    const { body } = await recordAnswer(shop.port, path, browserHeaders)
    return [path, body.length] as const
  })
  return Object.fromEntries(await Promise.all(weights))
}

function report(measured: MeasuredPage[]) {
  const aims = judgePages(measured)
  console.log(`\n${toText(pageTable(measured))}\n\n${toText(aimTable(aims))}`)
  for (const { title, findings } of measured) {
    if (findings.length > 0)
      console.log(`\n${title}\n${findings.map((line) => `- ${line}`).join('\n')}`)
  }
  const markdown = [
    '# What a phone meets',
    `Measured ${machine.at.slice(0, 10)} with \`npm start\` in \`tools/lighthouse\`: Lighthouse, mobile, the middle of ${runs} visits, on ${machineInWords(machine)}. How to read it: [docs/performance.md](../../../docs/performance.md).`,
    toMarkdown(pageTable(measured)),
    '## Aims',
    toMarkdown(aimTable(aims)),
    '## What costs points',
    ...measured.map(({ title, findings }) =>
      [
        `### ${title}`,
        '',
        ...(findings.length > 0 ? findings.map((line) => `- ${line}`) : ['Nothing.']),
      ].join('\n'),
    ),
  ].join('\n\n')
  const file = record(
    new URL('results/', import.meta.url),
    { json: 'pages.json', markdown: 'pages.md' },
    { machine, aims, measured },
    `${markdown}\n`,
  )
  console.log(`\nRecorded in ${file}`)
}

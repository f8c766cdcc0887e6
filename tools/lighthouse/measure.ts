// Measures the pages in a browser as a phone and a desk would meet them: `npm start` in this folder.
// See docs/performance.md.
import { parseArgs } from 'node:util'
import lighthouse, { desktopConfig, type Result, snapshot } from 'lighthouse'
import puppeteer from 'puppeteer-core'
import { buildShop } from '../../bench/build-shop.ts'
import { recordAnswer } from '../../bench/floor.ts'
import { browserHeaders } from '../../bench/load.ts'
import { prepareShop } from '../../bench/prepare-shop.ts'
import { describeMachine, machineInWords, record } from '../../bench/results.ts'
import { startShop } from '../../bench/shop.ts'
import { aimTable, toMarkdown, toText } from '../../bench/tables.ts'
import { findBrowser } from '../../e2e/browser.ts'
import {
  judgePages,
  type MeasuredPage,
  pageTable,
  scriptsOf,
  toMeasuredPage,
} from './page-measures.ts'
import { type PageToMeasure, pagesToMeasure } from './pages.ts'

/** The shop alone, as `npm start` shows it. */
const houseSize = 150

const devices = ['phone', 'desk'] as const
type Device = (typeof devices)[number]

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, only: { type: 'string' } },
})
const runs = Number(values.runs)
if (!(Number.isInteger(runs) && runs > 0)) throw new Error('--runs must be a whole number above 0.')

const machine = describeMachine()
buildShop()
const program = await findBrowser()
const dataDir = await prepareShop(houseSize, { log: console.log })
const shop = await startShop({ dataDir, cache: true })
try {
  const measured: MeasuredPage[] = []
  const pages = await pagesToMeasure(shop)
  const only = values.only?.split(',')
  for (const page of pages.filter(({ title }) => only?.includes(title) ?? true)) {
    for (const device of devices) {
      // Pictures are made when they are first asked for, and pages kept: a shop that is open has both.
      await visit(page, device)
      const visits: Result[] = []
      for (let run = 0; run < runs; run += 1) visits.push(await visit(page, device))
      const scripts = await weigh(visits.flatMap(scriptsOf))
      measured.push(toMeasuredPage({ ...page, device, scripts }, visits))
    }
  }
  report(measured)
} finally {
  await shop.stop()
}

/** One visit, in a browser that has never been here: by a phone on a slow network, or at a desk. */
async function visit({ path, prepare, isSnapshot }: PageToMeasure, device: Device) {
  const browser = await puppeteer.launch({
    executablePath: program.executablePath,
    env: program.env,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
  })
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(120_000)
    await prepare?.(page)
    const flags = { logLevel: 'error', output: 'json' } as const
    const config = device === 'desk' ? desktopConfig : undefined
    const result = isSnapshot
      ? await snapshot(page, { flags, config })
      : await lighthouse(shop.url + path, flags, config, page)
    if (!result) throw new Error(`Lighthouse gave nothing for ${path}`)
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
  for (const { title, device, findings } of measured) {
    if (findings.length > 0)
      console.log(`\n${title}, ${device}\n${findings.map((line) => `- ${line}`).join('\n')}`)
  }
  if (values.only) return
  const markdown = [
    '# What a phone and a desk meet',
    `Measured ${machine.at.slice(0, 10)} with \`npm start\` in \`tools/lighthouse\`: Lighthouse, the middle of ${runs} visits, on ${machineInWords(machine)}. How to read it: [docs/performance.md](../../../docs/performance.md).`,
    toMarkdown(pageTable(measured)),
    '## Aims',
    toMarkdown(aimTable(aims)),
    '## What costs points',
    ...measured.map(({ title, device, findings }) =>
      [
        `### ${title}, ${device}`,
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

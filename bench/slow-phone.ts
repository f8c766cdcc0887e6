// Presses through the shop as a slow phone on a slow network: `npm run bench:phone` prints the long tasks and how
// long each press took to show, and makes film strips in .cache/film-strips. See docs/performance.md.
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { homeAddress } from '../apps/api/test/buyers.ts'
import { findBrowser } from '../e2e/browser.ts'
import { buildShop } from './build-shop.ts'
import { type Frame, recordFrames, writeStrip } from './film-strip.ts'
import { prepareShop } from './prepare-shop.ts'
import { startShop } from './shop.ts'
import { type Table, toText, whole } from './tables.ts'

/** Lighthouse's slow 4G: milliseconds of a round trip, bytes a second. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 204_800,
  uploadThroughput: 96_000,
}
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}
/** A task that is longer, in milliseconds, makes a press wait. */
const longTask = 50

/** A page, and what is pressed there. */
interface Scene {
  name: string
  path: string
  isSignedIn?: boolean
  hasStrip?: boolean
  /** Leads from `path` to the page that is measured, which is then loaded again. */
  prepare?: (page: Page) => Promise<void>
  press: (page: Page) => Promise<void>
}

const bags = '/filter/women/bags/women-bags'
const tote = '/product/calvi-tote'
const add = (page: Page) => page.getByRole('button', { name: 'Add to cart' }).first()
const dialog = (page: Page) => page.getByRole('dialog').first()

async function fillCart(page: Page) {
  await add(page).tap()
  await dialog(page).waitFor()
  await page.goto('/cart')
  await page.getByRole('button', { name: 'One more' }).first().waitFor()
}

const scenes: Scene[] = [
  {
    // What the browser and the machine cost by themselves: a page of text without a program.
    name: 'nothing',
    path: '/robots.txt',
    press: (page) => page.locator('body').tap(),
  },
  {
    name: 'home',
    path: '/',
    hasStrip: true,
    press: async (page) => {
      await page.getByRole('button', { name: 'Menu' }).tap()
      await dialog(page).waitFor()
    },
  },
  {
    name: 'listing',
    path: bags,
    hasStrip: true,
    press: async (page) => {
      await page.getByRole('button', { name: /Filter/ }).tap()
      await dialog(page).waitFor()
    },
  },
  {
    name: 'product',
    path: bags,
    hasStrip: true,
    press: async (page) => {
      await page.locator('main article a').first().tap()
      await page.waitForURL('**/product/**')
      await add(page).waitFor()
    },
  },
  {
    name: 'color',
    path: tote,
    hasStrip: true,
    press: async (page) => {
      await page.getByRole('button', { name: 'Night Navy' }).tap()
      await page.waitForURL('**color=**')
    },
  },
  {
    name: 'add-to-cart',
    path: tote,
    hasStrip: true,
    press: async (page) => {
      await add(page).tap()
      await dialog(page).waitFor()
    },
  },
  {
    name: 'cart',
    path: tote,
    isSignedIn: true,
    hasStrip: true,
    prepare: fillCart,
    press: (page) => page.getByRole('button', { name: 'One more' }).first().tap(),
  },
  {
    name: 'preview',
    path: tote,
    isSignedIn: true,
    hasStrip: true,
    prepare: async (page) => {
      await fillCart(page)
      await page.getByRole('button', { name: 'Checkout' }).first().tap()
      await page.waitForURL('**/order/preview')
      await page.getByRole('button', { name: 'Place order' }).first().waitFor()
    },
    press: (page) => page.getByRole('button', { name: 'Place order' }).first().tap(),
  },
]

/** Runs in the page before everything else. Text, because this folder knows no browser's types. */
const observing = `
  const seen = { load: [], press: [], shown: [], slowest: [], shift: 0, hasLoaded: false }
  globalThis.seen = seen
  const observe = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note))
      .observe({ type, buffered: true, durationThreshold: 16 })
  observe('longtask', ({ duration }) => (seen.hasLoaded ? seen.press : seen.load).push(duration))
  observe('event', ({ interactionId, duration }) => interactionId && seen.hasLoaded && seen.shown.push(duration))
  observe('long-animation-frame', ({ startTime, duration, styleAndLayoutStart, scripts }) => {
    const parts = scripts.map((script) =>
      [Math.round(script.duration), script.invoker, script.sourceFunctionName, script.sourceURL.split('/').pop()].join(' '))
    const layout = styleAndLayoutStart ? Math.round(startTime + duration - styleAndLayoutStart) : 0
    seen.slowest.push([Math.round(duration) + ' ms at ' + Math.round(startTime), ...parts, 'layout and paint ' + layout].join(', '))
  })
  observe('layout-shift', ({ hadRecentInput, value }) => { if (!hadRecentInput) seen.shift += value })
`

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: scenes.map(({ name }) => name).join() },
    cpu: { type: 'string', default: '4' },
  },
})
const cpuSlowdown = Number(values.cpu)
if (!(cpuSlowdown >= 1)) throw new Error('--cpu must be a number from 1.')
const chosen = scenes.filter(({ name }) => values.only.split(',').includes(name))

buildShop()
const dataDir = await prepareShop(150, { log: console.log })
const shop = await startShop({ dataDir, cache: true })
const folder = fileURLToPath(new URL('../.cache/film-strips/', import.meta.url))
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ ...(await findBrowser()), args: ['--disable-gpu'] })
const rows: Table = [
  ['Page', 'Long tasks', 'Longest ms', 'Blocked ms', 'After the press', 'Shown ms', 'Layout shift'],
]
try {
  console.log(`A loop of 200 million steps takes ${whole(fixedLoop())} ms before the run.`)
  for (const scene of chosen) {
    // Pictures are made when they are first asked for, and pages kept: a shop that is open has both.
    await play(scene, {})
    const { load, press, shown, shift, slowest } = await play(scene, { isSlow: true })
    // Apart, because taking pictures of the page keeps its processor busy.
    if (scene.hasStrip) await play(scene, { isSlow: true, makesStrip: true })
    for (const line of slowest) console.log(`${scene.name}: ${line}`)
    rows.push([
      scene.name,
      whole(load.length),
      whole(Math.max(0, ...load)),
      whole(load.reduce((sum, task) => sum + Math.max(0, task - longTask), 0)),
      whole(Math.max(0, ...press)),
      whole(Math.max(0, ...shown)),
      shift.toFixed(3),
    ])
  }
  console.log(`The loop takes ${whole(fixedLoop())} ms after the run. Film strips: ${folder}`)
} finally {
  console.log(`\n${toText(rows)}`)
  await browser.close()
  await shop.stop()
}

/** Milliseconds of a loop that is always the same, to compare runs on machines of different speed. */
function fixedLoop(): number {
  const start = performance.now()
  let sum = 0
  for (let step = 0; step < 200_000_000; step += 1) sum = (sum + step) | 0
  return performance.now() - start + sum * 0
}

/** What a page has recorded: milliseconds of its long tasks and of its answers to presses, its layout shift, and its slowest scripts. */
interface Seen {
  load: number[]
  press: number[]
  shown: number[]
  shift: number
  slowest: string[]
}

interface Play {
  isSlow?: boolean
  makesStrip?: boolean
}

/** Plays a scene; with `isSlow` on the slow phone. */
async function play(scene: Scene, { isSlow, makesStrip }: Play): Promise<Seen> {
  const context = await browser.newContext({
    ...phone,
    baseURL: shop.url,
    ...(scene.isSignedIn && (await signedIn())),
  })
  const page = await context.newPage()
  await page.addInitScript({ content: observing })
  const session = await context.newCDPSession(page)
  try {
    if (scene.prepare) {
      await page.goto(scene.path)
      await scene.prepare(page)
    }
    const frames: Frame[] = []
    if (isSlow) {
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', slow4g)
      await session.send('Network.clearBrowserCache')
      await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
      if (makesStrip) await recordFrames(session, frames)
    }
    const begin = Date.now()
    if (scene.prepare) await page.reload()
    else await page.goto(scene.path)
    await page.waitForLoadState('networkidle')
    await page.evaluate('seen.hasLoaded = true')
    await scene.press(page)
    await page.waitForLoadState('networkidle')
    // Two more frames, so that the last change is painted and its time recorded.
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
    )
    const seen = (await page.evaluate('seen')) as Seen
    if (makesStrip) {
      await session.send('Page.stopScreencast')
      await writeStrip(browser, `${folder}${scene.name}.png`, frames, begin)
    }
    return seen
  } finally {
    await context.close()
  }
}

/** Options that sign a new shopper with an address in. */
async function signedIn(): Promise<BrowserContextOptions> {
  const post = async (path: string, body: object, token?: string) => {
    const answer = await fetch(`${shop.url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return ((await answer.json()) as { data: Record<string, string> }).data
  }
  const email = `ines-${randomUUID()}@example.com`
  const tokens = await post('/auth/register', { name: 'Ines', email, password: 'secret-1' })
  await post('/addresses', homeAddress, tokens.accessToken)
  const localStorage = Object.entries(tokens).map(([name, value]) => ({ name, value }))
  return { storageState: { cookies: [], origins: [{ origin: shop.url, localStorage }] } }
}

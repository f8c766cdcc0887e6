// Frames that a phone shows while the shop moves: `npm run bench:motion`. See docs/performance.md.
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../e2e/browser.ts'
import { buildShop } from './build-shop.ts'
import { prepareShop } from './prepare-shop.ts'
import { startShop } from './shop.ts'
import { type Table, toText, whole } from './tables.ts'

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  reducedMotion: 'no-preference',
} as const
/** How many times slower than this machine the processor of the page is. */
const slowdowns = [1, 4]
const rounds = 5

/** Something that moves: `press` makes it, on the page that `path` and `prepare` lead to. */
interface Movement {
  name: string
  path: string
  /** Selects what its transitions and animations are within; without, it is a view transition. */
  within?: string
  prepare?: (page: Page) => Promise<void>
  press: (page: Page) => Promise<void>
}

const tote = '/product/calvi-tote'
const bags = '/filter/women/bags/women-bags'
const overlay = '[role="dialog"]'
const openMenu = (page: Page) => page.getByRole('button', { name: 'Menu' }).tap()
/** Until the page and what comes when it is idle are there, and nothing moves. */
const settled = (page: Page) => page.waitForTimeout(1_500)

const movements: Movement[] = [
  {
    name: 'card to product',
    path: bags,
    press: (page) => page.locator('main article a').first().tap(),
  },
  { name: 'menu opens', path: '/', within: overlay, press: openMenu },
  {
    name: 'menu closes',
    path: '/',
    within: overlay,
    prepare: async (page) => {
      await openMenu(page)
      await settled(page)
    },
    press: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'cart opens',
    path: tote,
    within: overlay,
    press: (page) => page.getByRole('button', { name: 'Add to cart' }).first().tap(),
  },
  {
    name: 'another colour fades in',
    path: tote,
    within: 'section[aria-label="Pictures"] > ul',
    press: (page) => page.getByRole('button', { name: 'Night Navy' }).tap(),
  },
  {
    name: 'another page fades in',
    path: '/faq',
    within: '#main > div',
    press: (page) => page.getByRole('link', { name: 'SOLVANE', exact: true }).first().tap(),
  },
]

/** Runs in the page before everything else: marks when a movement begins and ends. Text, because this folder knows no browser's types. */
const marking = (within: string | undefined) =>
  within === undefined
    ? `
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (options) => {
    const transition = start(options)
    transition.ready.then(() => performance.mark('moves'))
    transition.finished.then(() => performance.mark('rests'))
    return transition
  }`
    : `
  for (const type of ['transitionrun', 'animationstart'])
    addEventListener(type, ({ target }) => {
      if (!(target instanceof Element && target.matches(${JSON.stringify(within)}))) return
      performance.mark('moves')
      Promise.allSettled(target.getAnimations().map(({ finished }) => finished))
        .then(() => performance.mark('rests'))
    }, true)`

/** An event of a trace; `ts` is in microseconds. */
interface TraceEvent {
  name: string
  cat: string
  ts: number
}

buildShop()
const dataDir = await prepareShop(150, { log: console.log })
const shop = await startShop({ dataDir, cache: true })
const browser = await chromium.launch({ ...(await findBrowser()), args: ['--disable-gpu'] })
const rows: Table = [
  ['Movement', 'Slowdown', 'Moves ms', 'Frames a second', 'Median ms', 'p95 ms', 'Longest ms'],
]
try {
  for (const movement of movements) {
    for (const slowdown of slowdowns) {
      const times: number[] = []
      const gaps: number[] = []
      // The first time fills caches.
      for (let round = 0; round <= rounds; round += 1) {
        const frames = await framesOf(movement, slowdown)
        if (round === 0) continue
        times.push((frames.at(-1) ?? 0) - (frames[0] ?? 0))
        gaps.push(...frames.slice(1).map((at, index) => at - (frames[index] ?? 0)))
      }
      gaps.sort((one, other) => one - other)
      const total = times.reduce((sum, time) => sum + time, 0)
      rows.push([
        movement.name,
        `${slowdown}×`,
        whole(total / rounds),
        whole((gaps.length / total) * 1000),
        ...[0.5, 0.95, 1].map((share) => whole(gaps[Math.ceil(gaps.length * share) - 1] ?? 0)),
      ])
    }
  }
} finally {
  console.log(`\n${toText(rows)}`)
  await browser.close()
  await shop.stop()
}

/** When the compositor showed a frame while a movement lasted, in milliseconds. */
async function framesOf(movement: Movement, slowdown: number): Promise<number[]> {
  const context = await browser.newContext({ ...phone, baseURL: shop.url })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  try {
    await page.addInitScript({ content: marking(movement.within) })
    await page.goto(movement.path)
    await page.waitForLoadState('networkidle')
    await settled(page)
    await movement.prepare?.(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const events = await traced(session, async () => {
      await movement.press(page)
      await page.waitForTimeout(2_000)
    })
    const marked = (name: string) =>
      events.filter((event) => event.name === name && event.cat.includes('user_timing'))
    const begin = marked('moves')[0]?.ts
    const end = marked('rests').at(-1)?.ts
    if (begin === undefined || end === undefined)
      throw new Error(`Nothing moved: ${movement.name}.`)
    return events
      .filter(({ name, ts }) => name === 'DrawFrame' && ts >= begin && ts <= end)
      .map(({ ts }) => ts / 1000)
      .sort((one, other) => one - other)
  } finally {
    await context.close()
  }
}

/** What the browser traces of its frames and of the page's marks during `work`. */
async function traced(session: CDPSession, work: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) =>
    events.push(...(value as never as TraceEvent[])),
  )
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['disabled-by-default-devtools.timeline.frame', 'blink.user_timing'],
    },
  })
  await work()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  return events
}

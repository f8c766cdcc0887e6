import axe, { type AxeResults } from 'axe-core'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { launchBrowser } from './browser.ts'
import { shopUrl } from './shop-url.ts'

/**
 * What Chromium says of a page that is left while its socket opens, as a journey may at any step. That
 * the shop itself closes none so is tested beside its connection.
 */
const socketLeftOpening = /WebSocket is closed before the connection is established/

export const phone = { width: 390, height: 844 }
export const tablet = { width: 768, height: 1024 }
export const desktop = { width: 1440, height: 900 }

export interface Journey {
  /** A page of a visitor of its own; what the browser complains about fails the test at `expectCalm`. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>
  /**
   * Fails on any error or warning in the console of the pages opened since the last call, `except`
   * those the journey asks for: browsers note every refused call there.
   */
  expectCalm(except?: RegExp): void
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Waits until the shop's program has the page: it begins only after the first pictures. */
async function answers(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.getElementById('root')
    return root === null || Object.keys(root).some((key) => key.startsWith('__reactContainer'))
  })
}

/** One browser for the tests of a file. */
export function useJourney(): Journey {
  let browser: Browser
  let complaints: string[] = []
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  // Pages left open would go on asking for what is new.
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
  afterAll(() => browser.close())
  return {
    async open(path, options = {}) {
      const context = await browser.newContext({
        viewport: desktop,
        baseURL: shopUrl(),
        reducedMotion: 'reduce',
        ...options,
      })
      const page = await context.newPage()
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          complaints.push(`${page.url()}: ${message.text()}`)
      })
      // Every visit of a journey waits for it, as a visitor does who sees the page before touching it.
      const goto = page.goto.bind(page)
      page.goto = async (url, how) => {
        const response = await goto(url, how)
        if (options.javaScriptEnabled !== false && !how?.waitUntil) await answers(page)
        return response
      }
      await page.goto(path)
      return page
    },
    expectCalm(except) {
      const heard = complaints.filter(
        (complaint) => !except?.test(complaint) && !socketLeftOpening.test(complaint),
      )
      complaints = []
      expect(heard).toEqual([])
    },
  }
}

/** Scrolls so many pixels down. One turn of a wheel is lost now and then on a busy machine. */
export function scrollBy(page: Page, top: number): Promise<void> {
  return page.evaluate((by) => window.scrollBy({ top: by, behavior: 'instant' }), top)
}

/** Fails on any breach of WCAG 2.2 AA that axe can see on the page once what moves has come to rest. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ends = document.getAnimations().filter(({ playState, effect }) => {
      const end = effect?.getComputedTiming().endTime
      return playState === 'running' && typeof end === 'number' && Number.isFinite(end)
    })
    return Promise.allSettled(ends.map(({ finished }) => finished)).then(() => {})
  })
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  const breaches = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
    // Nothing else of what axe has seen is asked for, nor frames of others: that is most of its work.
    const { violations } = await axe.run({ runOnly, resultTypes: ['violations'], iframes: false })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, rules)
  expect(breaches).toEqual([])
}

/** As `expectAccessible`, on a phone, a tablet and a desk, and that nothing is wider than the window. */
export async function expectAccessibleOnEveryWidth(page: Page): Promise<void> {
  for (const viewport of [phone, tablet, desktop]) {
    await page.setViewportSize(viewport)
    const message = `wider than ${viewport.width} px`
    await expect.poll(() => overflowOf(page), { message }).toBe(0)
    await expectAccessible(page)
  }
}

/** How much wider than the window the page is, in pixels. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}

/** Where something lies in the window, in pixels. */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${locator} is not to be seen`)
  return box
}

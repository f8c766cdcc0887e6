import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { launchBrowser } from './browser.ts'
import { shopUrl } from './shop-url.ts'

/**
 * Chromium logs this when a page is left while its socket opens, which may happen in any test. That
 * the shop itself never closes such a socket is tested beside its connection.
 */
const socketLeftOpening = /WebSocket is closed before the connection is established/

export const phone = { width: 390, height: 844 }
export const tablet = { width: 768, height: 1024 }
export const desktop = { width: 1440, height: 900 }

export interface TestBrowser {
  /**
   * Opens a page in a new browser context. Its console errors fail the test at `expectNoErrors`.
   */
  open(path: string, options?: BrowserContextOptions): Promise<Page>
  /**
   * Fails on any console error or warning of the pages that this test opened, since the last call,
   * except those that match: browsers log every rejected request.
   */
  expectNoErrors(except?: RegExp): void
}

/** Minified, a third as long for each page to parse; in ASCII, a quarter less again. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
).replace(/[^\0-\x7f]/g, (character) => {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
})

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Waits for hydration, which starts only after the first pictures. */
async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.getElementById('root')
    return root === null || Object.keys(root).some((key) => key.startsWith('__reactContainer'))
  })
}

/** One browser for the tests of a file. */
export function useBrowser(): TestBrowser {
  let browser: Browser
  let problems: string[] = []
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  // Open pages would go on polling, and requests that a test answers itself may be on their way.
  afterEach(async () => {
    await Promise.all(
      browser.contexts().map(async (context) => {
        await Promise.all(
          // Some pages close themselves meanwhile.
          context
            .pages()
            .map((page) => page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => {})),
        )
        await context.close()
      }),
    )
    problems = []
  })
  afterAll(() => browser.close())
  return {
    async open(path, options = {}) {
      const context = await browser.newContext({
        viewport: desktop,
        baseURL: shopUrl(),
        reducedMotion: 'reduce',
        ...options,
      })
      // A busy machine takes its time; a failing test waits longer, a passing one does not.
      context.setDefaultTimeout(90_000)
      const page = await context.newPage()
      page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          problems.push(`${page.url()}: ${message.text()}`)
      })
      // Tests touch the page only after hydration, as a shopper does who sees it first.
      const goto = page.goto.bind(page)
      page.goto = async (url, how) => {
        const response = await goto(url, how)
        if (options.javaScriptEnabled !== false && !how?.waitUntil) await waitForHydration(page)
        return response
      }
      await page.goto(path)
      return page
    },
    expectNoErrors(except) {
      const unexpected = problems.filter(
        (problem) => !except?.test(problem) && !socketLeftOpening.test(problem),
      )
      problems = []
      expect(unexpected).toEqual([])
    },
  }
}

/** Closes the open dialog with Escape, once the focus is in it: as it opens, it does not listen yet. */
export async function pressEscape(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.closest('dialog, [role="dialog"]'))
  await page.keyboard.press('Escape')
}

/** Scrolls so many pixels down. Events of a mouse wheel get lost on a busy machine. */
export function scrollBy(page: Page, top: number): Promise<void> {
  return page.evaluate((by) => window.scrollBy({ top: by, behavior: 'instant' }), top)
}

/** Fails on any violation of WCAG 2.2 AA that axe finds once the page has its title and animations have ended. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.evaluate(() => {
    const ends = document.getAnimations().filter(({ playState, effect }) => {
      const end = effect?.getComputedTiming().endTime
      return playState === 'running' && typeof end === 'number' && Number.isFinite(end)
    })
    return Promise.allSettled(ends.map(({ finished }) => finished)).then(() => {})
  })
  if (await page.evaluate(() => !('axe' in window))) {
    // `page.evaluate` takes half as long again for so long a text.
    const session = await page.context().newCDPSession(page)
    await session.send('Runtime.evaluate', { expression: axeSource })
    // It stays: to detach it would take a test's virtual authenticator away.
  }
  const violations = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
    // Only violations, without the way to each, and no frames of others: the rest takes most of the time.
    const least = { resultTypes: ['violations'], selectors: false, preload: false, iframes: false }
    const result = await axe.run({ runOnly, ...least })
    return result.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    )
  }, rules)
  expect(violations).toEqual([])
}

/**
 * Runs `expectAccessible` at the width of a phone, a tablet and a desktop, and fails if the page
 * overflows.
 */
export async function expectAccessibleOnEveryWidth(page: Page): Promise<void> {
  for (const viewport of [phone, tablet, desktop]) {
    await page.setViewportSize(viewport)
    const message = `wider than ${viewport.width} px`
    await expect.poll(() => overflowOf(page), { message }).toBe(0)
    await expectAccessible(page)
  }
}

/** The pixels by which the page is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}

/**
 * Ends the shopper's session and presses a button, in one task: otherwise another request of the
 * page may notice the end first.
 */
export function endSessionAndPress(pressed: Locator): Promise<void> {
  return pressed.evaluate((element: HTMLElement) => {
    for (const name of ['accessToken', 'refreshToken']) localStorage.setItem(name, 'expired')
    element.click()
  })
}

/** The position of an element in the window, in pixels. */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${locator} is not visible`)
  return box
}

import AxeBuilder from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { launchBrowser } from './browser.ts'

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

/** One browser for the tests of a file. */
export function useJourney(): Journey {
  let browser: Browser
  let complaints: string[] = []
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())
  return {
    async open(path, options = {}) {
      const context = await browser.newContext({
        viewport: desktop,
        baseURL: inject('shopUrl'),
        reducedMotion: 'reduce',
        ...options,
      })
      const page = await context.newPage()
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          complaints.push(`${page.url()}: ${message.text()}`)
      })
      await page.goto(path)
      return page
    },
    expectCalm(except) {
      const heard = complaints.filter((complaint) => !except?.test(complaint))
      complaints = []
      expect(heard).toEqual([])
    },
  }
}

/** Fails on any breach of WCAG 2.2 AA that axe can see on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
  ).toEqual([])
}

/** Where something lies in the window, in pixels. */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${locator} is not to be seen`)
  return box
}

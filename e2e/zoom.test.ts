import { chromium, type Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { findBrowser } from './browser.ts'
import { shopUrl } from './shop-url.ts'
import { boxOf, desktop, expectAccessible, phone, tablet, useBrowser } from './use-browser.ts'

const browser = useBrowser()

async function openZoom(page: Page) {
  const onPage = page.getByRole('region', { name: 'Pictures' }).getByRole('img')
  const count = await onPage.count()
  const { width } = await boxOf(onPage.first())
  await onPage.first().click()
  const zoom = page.getByRole('dialog', { name: 'Pictures of Ilaria Top-Handle' })
  const picture = zoom.getByRole('img').first()
  await picture.waitFor()
  const box = () => boxOf(picture)
  expect((await box()).width).toBeGreaterThan(width * 1.25)
  return { zoom, count, box }
}

test.each([phone, tablet, desktop, { width: 1920, height: 1080 }])(
  'the zoom is larger than the page and begins at the top of the picture at a width of $width px',
  async (viewport) => {
    const page = await browser.open('/product/ilaria-top-handle', { viewport })
    const { zoom, box } = await openZoom(page)
    const bar = await boxOf(zoom.getByRole('button', { name: 'Close' }))
    expect((await box()).y).toBeGreaterThanOrEqual(bar.y + bar.height)
    // The original, in its own size.
    for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('+')
    await expect.poll(async () => (await box()).width).toBeGreaterThanOrEqual(1_918)
    const original = zoom.locator('img[alt=""]')
    expect(await original.getAttribute('src')).toMatch(/hero\.[0-9a-f]{8}\.webp$/)
    await expect
      .poll(() => original.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(1_920)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await zoom.waitFor({ state: 'detached' })
    browser.expectNoErrors()
  },
)

test('a key pressed as soon as the enlarged picture is there counts', async () => {
  const page = await browser.open('/product/ilaria-top-handle', { viewport: tablet })
  const opener = page.getByRole('region', { name: 'Pictures' }).getByRole('link').first()
  await opener.evaluate(
    (link: HTMLAnchorElement) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector('dialog [data-scale]')) return
          observer.disconnect()
          window.dispatchEvent(new KeyboardEvent('keydown', { key: '+' }))
          resolve()
        })
        observer.observe(document.body, { childList: true, subtree: true })
        link.click()
      }),
  )
  await expect.poll(() => page.locator('[data-scale]').getAttribute('data-scale')).toBe('1.50')
  browser.expectNoErrors()
})

test('the zoom covers the place of a scroll bar, and the page below keeps its width', async () => {
  const { executablePath, env } = await findBrowser()
  // Scroll bars that take room, as those of Windows do.
  const ignoreDefaultArgs = ['--hide-scrollbars']
  const withBars = await chromium.launch({ executablePath, env, ignoreDefaultArgs })
  onTestFinished(() => withBars.close())
  const page = await withBars.newPage({
    viewport: desktop,
    baseURL: shopUrl(),
    reducedMotion: 'reduce',
  })
  page.setDefaultTimeout(90_000)
  await page.goto('/product/ilaria-top-handle')
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react')),
  )
  const main = page.getByRole('main')
  const { width } = await boxOf(main)
  expect(width).toBeLessThan(desktop.width)
  const zoom = page.getByRole('dialog', { name: 'Pictures of Ilaria Top-Handle' })
  await page.getByRole('region', { name: 'Pictures' }).getByRole('link').first().click()
  await zoom.waitFor()
  const stage = await boxOf(zoom.locator('[data-scale]'))
  expect(stage.x + stage.width).toBe(desktop.width)
  expect((await boxOf(page.locator('main'))).width).toBe(width)
})

test('keys zoom, move and change the picture', async () => {
  const page = await browser.open('/product/ilaria-top-handle')
  const { zoom, count, box } = await openZoom(page)
  const before = await box()
  await page.keyboard.press('ArrowDown')
  await expect.poll(async () => (await box()).y).toBeLessThan(before.y - 50)
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('-')
  await expect.poll(async () => (await box()).height).toBeLessThanOrEqual(desktop.height)
  await page.keyboard.press('ArrowRight')
  await zoom.getByText(`2 / ${count}`).waitFor()
  await zoom.getByRole('button', { name: 'Next picture' }).press('Enter')
  for (let place = 3; place <= count; place += 1) {
    await zoom.getByText(`${place} / ${count}`).waitFor()
    await page.keyboard.press('Enter')
  }
  await zoom.getByText(`1 / ${count}`).waitFor()
  browser.expectNoErrors()
})

test.each(['the button', 'Back'])('closing the zoom by %s returns the focus', async (way) => {
  const page = await browser.open('/product/ilaria-top-handle')
  const opener = page.getByRole('region', { name: 'Pictures' }).getByRole('link').nth(1)
  await opener.press('Enter')
  const zoom = page.getByRole('dialog', { name: 'Pictures of Ilaria Top-Handle' })
  await zoom.waitFor()
  if (way === 'Back') await page.goBack()
  else await zoom.getByRole('button', { name: 'Close' }).press('Enter')
  await zoom.waitFor({ state: 'detached' })
  expect(await opener.evaluate((link) => link === document.activeElement)).toBe(true)
  browser.expectNoErrors()
})

test('the wheel zooms at the pointer, and dragging moves', async () => {
  const page = await browser.open('/product/ilaria-top-handle')
  const { box } = await openZoom(page)
  await page.keyboard.press('0')
  await expect.poll(async () => (await box()).height).toBeLessThanOrEqual(desktop.height)
  const whole = await box()
  const point = { x: whole.x + whole.width / 4, y: whole.y + whole.height / 4 }
  await page.mouse.move(point.x, point.y)
  await page.mouse.wheel(0, -2_000)
  await expect.poll(async () => (await box()).width).toBeGreaterThan(whole.width * 1.9)
  const zoomed = await box()
  // A quarter of the picture is still under the pointer.
  expect((point.y - zoomed.y) / zoomed.height).toBeCloseTo(0.25, 1)
  await page.mouse.down()
  await page.mouse.move(point.x, point.y - 150)
  await page.mouse.up()
  await expect.poll(async () => (await box()).y).toBeCloseTo(zoomed.y - 150, 0)
  browser.expectNoErrors()
})

test('two fingers pinch', async () => {
  const page = await browser.open('/product/ilaria-top-handle', { viewport: phone, hasTouch: true })
  const { box } = await openZoom(page)
  const { width } = await box()
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [
              { x: 195 - apart, y: 450, id: 1 },
              { x: 195 + apart, y: 450, id: 2 },
            ],
    })
  await touch('touchStart', 40)
  await touch('touchMove', 55)
  await touch('touchMove', 60)
  await touch('touchEnd', 0)
  await expect.poll(async () => (await box()).width / width).toBeCloseTo(1.5, 1)
  browser.expectNoErrors()
})

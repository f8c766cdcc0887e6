import { expect, test } from 'vitest'
import { boxOf, desktop, expectAccessible, overflowOf, phone, useBrowser } from './use-browser.ts'

const browser = useBrowser()

test.each([
  [390, 844],
  [667, 375],
  [768, 1024],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
])('the first picture is whole in a window of %i × %i', async (width, height) => {
  const page = await browser.open('/product/ilaria-top-handle', { viewport: { width, height } })
  const picture = await boxOf(
    page.getByRole('region', { name: 'Pictures' }).getByRole('img').first(),
  )
  expect(picture.y).toBeGreaterThanOrEqual(0)
  expect(picture.y + picture.height).toBeLessThanOrEqual(height + 1)
  expect(picture.width / picture.height).toBeCloseTo(0.8, 2)
})

test('on a phone the bar opens the pickers until everything is chosen', async () => {
  const page = await browser.open('/product/porto-loafer', { viewport: phone })
  await page.evaluate(() => scrollTo({ top: 2_000, behavior: 'instant' }))
  const bar = page.getByRole('region', { name: 'This piece' })
  await bar.getByRole('button', { name: 'Add to cart' }).click()
  const drawer = page.getByRole('dialog', { name: 'Porto Loafer' })
  const add = drawer.getByRole('button', { name: 'Add to cart' })
  await add.click()
  await drawer.getByText('Please choose a size.', { exact: true }).waitFor()
  await drawer.getByRole('group', { name: 'Size' }).locator('button:enabled').first().click()
  await expectAccessible(page)
  await add.click()
  await page
    .getByRole('dialog', { name: 'Cart' })
    .getByRole('link', { name: 'Porto Loafer' })
    .waitFor()
  browser.expectNoErrors()
})

test.each([phone, desktop])(
  'size, delivery, returns, care and an adviser stand by the price at a width of $width px',
  async (viewport) => {
    const page = await browser.open('/product/ilaria-top-handle', { viewport })
    for (const fact of [
      '27.5 × 19 × 11 cm',
      'A paperback, sunglasses in their case, a long wallet and a phone',
      'Exchanges and returns',
    ])
      await page.getByRole('definition').getByText(fact, { exact: true }).waitFor()
    const delivery = page.getByRole('definition').filter({ hasText: 'Complimentary, in 7–11' })
    await delivery.getByText(/^Arrives \w+ \d+/).waitFor()
    const care = page.getByText(/^Vegetable-retanned calfskin/)
    expect(await care.isVisible()).toBe(false)
    await page.getByRole('link', { name: 'How to look after it' }).click()
    await care.waitFor()
    await page.getByRole('button', { name: 'Ask about this piece' }).click()
    await page.getByRole('dialog', { name: 'Online Support' }).waitFor()
    browser.expectNoErrors()
  },
)

test('a bag is drawn to scale beside a figure of a chosen height, a small product beside a phone', async () => {
  const page = await browser.open('/product/ilaria-top-handle')
  await page.getByRole('button', { name: 'See it to scale' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ilaria Top-Handle, to scale' })
  const drawing = (height: number) =>
    dialog.getByRole('img', {
      name: `Ilaria Top-Handle, 27.5 cm wide and 19 cm high, carried by a figure of ${height} cm`,
    })
  const body = dialog.locator('rect')
  const sizesAt = async (height: number) => {
    await drawing(height).waitFor()
    const [bag, figure] = [await boxOf(body), await boxOf(dialog.locator('svg g g').first())]
    return { bag, ratio: bag.width / figure.height }
  }
  const before = await sizesAt(175)
  expect(before.ratio).toBeCloseTo(27.5 / 175, 2)
  expect(before.bag.width / before.bag.height).toBeCloseTo(27.5 / 19, 1)
  await dialog.getByRole('button', { name: '165 cm' }).click()
  const after = await sizesAt(165)
  expect(after.ratio).toBeCloseTo(27.5 / 165, 2)
  expect(after.bag.width).toBeCloseTo(before.bag.width, 0)
  await expectAccessible(page)
  await page.goto('/product/amalfi-card-holder')
  await page.getByRole('button', { name: 'See it to scale' }).click()
  await page
    .getByRole('img', {
      name: /^Amalfi Card Holder, 10.2 cm wide .* beside a bank card and a phone$/,
    })
    .waitFor()
  browser.expectNoErrors()
})

test('the page of a chosen card has its picture before the large one has loaded', async () => {
  const page = await browser.open('/filter/women/bags/women-bags-tote')
  const card = page.getByRole('article').filter({ hasText: 'Calvi Tote' })
  const shown = card.locator('img').first()
  await shown.evaluate((image: HTMLImageElement) => image.decode())
  const small = await shown.evaluate((image: HTMLImageElement) => image.currentSrc)
  const held = Promise.withResolvers<void>()
  await page.route('**/media/**', async (route) => {
    // A page with a route keeps no cache: the small copy has to be let through.
    if (route.request().url() !== small) await held.promise
    await route.continue()
  })
  await card.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Calvi Tote' }).waitFor()
  const images = page.getByRole('region', { name: 'Pictures' }).locator('li').first().locator('img')
  const shownBy = () =>
    images.evaluateAll((all) =>
      all.map((image) => {
        const { currentSrc, naturalWidth, complete } = image as HTMLImageElement
        return { src: currentSrc, isThere: complete && naturalWidth > 0 }
      }),
    )
  await expect.poll(async () => (await shownBy())[0]).toMatchObject({ src: small, isThere: true })
  expect((await shownBy())[1]?.isThere).toBe(false)
  held.resolve()
  browser.expectNoErrors()
})

test('the size guide proposes a size for measurements and chooses it', async () => {
  const page = await browser.open('/product/porto-loafer', { viewport: phone })
  await page.getByRole('link', { name: 'Size guide, find your size' }).click()
  const advice = page
    .getByRole('dialog', { name: 'Size guide' })
    .getByRole('region', { name: 'Find your size' })
  await advice.getByLabel('Foot (cm)').fill('30')
  await advice.getByText(/^Our largest size, 41, may be too small/).waitFor()
  await advice.getByRole('button', { name: 'in', exact: true }).click()
  await advice.getByLabel('Foot (in)').fill('9,5')
  await advice.getByText('Your size is 38.', { exact: true }).waitFor()
  await expectAccessible(page)
  await advice.getByRole('button', { name: 'Choose 38' }).click()
  const size = page.getByRole('button', { name: '38', exact: true })
  await expect.poll(() => size.getAttribute('aria-pressed')).toBe('true')
  await page.waitForURL('**size=38')
  browser.expectNoErrors()
})

test('a size that a product is not made in is not called sold out', async () => {
  const page = await browser.open('/product/ilaria-belt')
  await page.getByRole('link', { name: 'Size guide, find your size' }).click()
  const advice = page.getByRole('region', { name: 'Find your size' })
  await advice.getByLabel(/\(cm\)$/).fill('105')
  await advice.getByText('Your size is 105. This piece is not made in it.').waitFor()
  expect(await advice.getByRole('button', { name: '105' }).count()).toBe(0)
  browser.expectNoErrors()
})

test.each([phone, desktop])(
  'a product stands in one scene with two that it pairs with, above all of them, at a width of $width px',
  async (viewport) => {
    const page = await browser.open('/product/ilaria-top-handle', { viewport })
    const pairs = page.getByRole('region', { name: 'Pairs with' })
    await pairs.scrollIntoViewIfNeeded()
    await pairs.getByRole('article').nth(3).waitFor()
    const tiles = await Promise.all((await pairs.getByRole('article').all()).map(boxOf))
    expect(tiles).toHaveLength(4)
    const scene = await Promise.all((await pairs.locator('img:not(a *)').all()).map(boxOf))
    expect(scene).toHaveLength(3)
    const [product, left, right] = scene
    if (!product || !left || !right) throw new Error('The scene lacks pictures.')
    expect(product.width).toBeGreaterThan(left.width)
    expect(product.height).toBeLessThan(viewport.height)
    // Their grounds overlap, on one floor; the others stand a little further back.
    expect(left.x + left.width).toBeGreaterThan(product.x)
    expect(right.x).toBeLessThan(product.x + product.width)
    const floorOf = ({ y, height }: typeof product) => y + height * 0.78
    expect(floorOf(left)).toBeLessThan(floorOf(product))
    expect(floorOf(product)).toBeLessThan(Math.min(...tiles.map(({ y }) => y)))
    expect(await overflowOf(page)).toBe(0)
    browser.expectNoErrors()
  },
)

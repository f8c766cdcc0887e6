import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { signInAsStaff } from './ordering.ts'
import { addProduct } from './products.ts'
import { shopUrl } from './shop-url.ts'
import { boxOf, desktop, phone, tablet, useBrowser } from './use-browser.ts'

const browser = useBrowser()

test.each([phone, desktop])('sizes fit in one row at a width of $width px', async (viewport) => {
  const page = await browser.open('/product/porto-loafer', { viewport })
  const sizes = page.getByRole('group', { name: 'Size' }).getByRole('button')
  expect(await sizes.count()).toBe(6)
  const boxes = await Promise.all((await sizes.all()).map(boxOf))
  expect(new Set(boxes.map(({ y }) => y)).size).toBe(1)
  expect(Math.min(...boxes.map(({ width }) => width))).toBeGreaterThanOrEqual(44)
})

test('clicking an option chooses it, and clicking again clears it', async () => {
  const page = await browser.open('/product/porto-loafer')
  // All variants cost the same, so the price is known.
  await page.getByText('Choose a size.', { exact: true }).waitFor()
  const size = page.getByRole('button', { name: '38', exact: true })
  await size.click()
  await expect.poll(() => size.getAttribute('aria-pressed')).toBe('true')
  await size.click()
  await expect.poll(() => size.getAttribute('aria-pressed')).toBe('false')
  browser.expectNoErrors()
})

test('a reload keeps the colour and the size', async () => {
  const page = await browser.open('/product/porto-loafer')
  const color = page.getByRole('button', { name: 'Chestnut' })
  const size = page.getByRole('button', { name: '38', exact: true })
  await color.click()
  await size.click()
  await page.waitForURL('**/porto-loafer?color=Chestnut&size=38')
  await page.reload()
  await expect.poll(() => color.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => size.getAttribute('aria-pressed')).toBe('true')
  await size.click()
  await expect.poll(() => new URL(page.url()).search).toBe('?color=Chestnut')
  browser.expectNoErrors()
})

test('without scripts a product names its options and how to order it', async () => {
  const page = await browser.open('/product/porto-loafer', { javaScriptEnabled: false })
  for (const name of ['Ink Black', '38', 'Add to cart', 'Buy now']) {
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
  }
  // Text locators ignore noscript.
  expect(await page.locator('main noscript p').innerText()).toContain(
    'To order here your browser has to run scripts.',
  )
  await page.getByRole('main').getByRole('link', { name: 'contact us' }).waitFor()
  await page.getByRole('link', { name: 'Ink Black', exact: true }).click()
  await page.waitForURL('**/porto-loafer?color=Ink+Black')
  const views = page.getByRole('region', { name: 'Pictures' }).getByRole('img')
  expect(await views.first().getAttribute('alt')).toMatch(/ink black/i)
})

test('the pictures follow the chosen colour, and return when it is cleared', async () => {
  const page = await browser.open('/product/calvi-tote')
  const pictures = page.getByRole('region', { name: 'Pictures' }).getByRole('img')
  const shown = () =>
    pictures.evaluateAll((all) =>
      all.map((picture) => picture.ariaLabel ?? (picture as HTMLImageElement).alt),
    )
  const atFirst = await shown()
  expect(atFirst.length).toBeGreaterThan(1)
  const navy = page.getByRole('button', { name: 'Night Navy' })
  await navy.click()
  await expect.poll(async () => (await shown()).join()).toMatch(/night navy/i)
  await page.waitForURL('**/calvi-tote?color=Night+Navy')
  const visited = await page.evaluate(() => history.length)
  await page.reload()
  await expect.poll(() => navy.getAttribute('aria-pressed')).toBe('true')
  expect((await shown()).every((alt) => /night navy/i.test(alt))).toBe(true)
  await navy.click()
  await expect.poll(shown).toEqual(atFirst)
  await expect.poll(() => new URL(page.url()).search).toBe('')
  expect(await page.evaluate(() => history.length)).toBe(visited)
  browser.expectNoErrors()
})

test('the pictured colour is preselected, in the HTML too, and clearing it shifts no content', async () => {
  const html = await (await fetch(`${shopUrl()}/product/porto-loafer`)).text()
  expect(html.match(/aria-pressed="true"/g)).toHaveLength(1)
  const page = await browser.open('/product/porto-loafer')
  const colors = page.getByRole('group', { name: 'Colour' })
  const sizes = page.getByRole('group', { name: 'Size' })
  const chosen = colors.locator('[aria-pressed=true]')
  const name = (await chosen.textContent()) ?? ''
  const cover = page.getByRole('region', { name: 'Pictures' }).getByRole('img').first()
  expect((await cover.getAttribute('alt'))?.toLowerCase()).toContain(name.toLowerCase())
  expect(await sizes.locator('[aria-pressed=true]').count()).toBe(0)
  const before = await boxOf(sizes)
  await chosen.click()
  await expect.poll(() => chosen.count()).toBe(0)
  expect(await boxOf(sizes)).toEqual(before)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByText('Please choose a colour and a size.', { exact: true }).waitFor()
  await expect
    .poll(() => colors.evaluate((group) => group.contains(document.activeElement)))
    .toBe(true)
  browser.expectNoErrors()
})

test.each([phone, desktop])(
  'the old picture stays until the new colour’s has loaded, at a width of $width px',
  async (viewport) => {
    const page = await browser.open('/product/calvi-tote', { viewport })
    const gallery = page.getByRole('region', { name: 'Pictures' })
    await gallery
      .getByRole('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.decode())
    // Checks in every frame whether the gallery shows a picture.
    await gallery.evaluate((element) => {
      const look = () => {
        const images = [...element.querySelectorAll('img')].filter((image) =>
          image.checkVisibility({ visibilityProperty: true }),
        )
        const isThere = images.some((image) => image.complete && image.naturalWidth > 0)
        const [first] = images
        if (!isThere || !first?.complete) element.dataset.blank = ''
        requestAnimationFrame(look)
      }
      look()
    })
    const shown = () =>
      gallery
        .getByRole('img')
        .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).alt).join())
    const held = Promise.withResolvers<void>()
    await page.route('**/media/**', async (route) => {
      await held.promise
      await route.continue()
    })
    const navy = page.getByRole('button', { name: 'Night Navy' })
    const asked = page.waitForRequest('**/media/**')
    await navy.hover()
    await asked
    await navy.click()
    await page.waitForURL('**/calvi-tote?color=Night+Navy')
    expect(await shown()).not.toMatch(/night navy/i)
    held.resolve()
    await expect.poll(shown).toMatch(/night navy/i)
    expect(await gallery.getAttribute('data-blank')).toBeNull()
    browser.expectNoErrors()
  },
)

test('on a product’s page, a link to the same product in another colour changes the colour', async () => {
  const page = await browser.open('/product/calvi-tote?color=Night+Navy')
  const navy = page.getByRole('button', { name: 'Night Navy' })
  // Other tests may have bought the last one of a color.
  const others = page.getByRole('group', { name: 'Colour' }).locator('button:enabled')
  const name = (await others.allTextContents()).find((color) => color !== 'Night Navy')
  const other = page.getByRole('button', { name })
  await expect.poll(() => navy.getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Cart' })
  await drawer.getByRole('link', { name: 'Calvi Tote' }).waitFor()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await other.click()
  await expect.poll(() => new URL(page.url()).searchParams.get('color')).toBe(name)
  await page.getByRole('button', { name: 'Cart, 1 piece' }).click()
  await drawer.getByRole('link', { name: 'Calvi Tote' }).click()
  await expect.poll(() => navy.getAttribute('aria-pressed')).toBe('true')
  expect(await other.getAttribute('aria-pressed')).toBe('false')
  browser.expectNoErrors()
})

test.each([phone, tablet])(
  'the bar to buy lies over the cards at a width of $width px',
  async (viewport) => {
    const page = await browser.open('/product/hydra-backpack', { viewport })
    const bar = page.getByRole('region', { name: 'This piece' })
    await page.locator('main li article').last().scrollIntoViewIfNeeded()
    await bar.waitFor()
    const isOnTop = () =>
      bar.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return [0.1, 0.3, 0.5].every((share) =>
          element.contains(document.elementFromPoint(left + width * share, top + height / 2)),
        )
      })
    await expect.poll(isOnTop).toBe(true)
  },
)

test('on a tablet the name and the options are beside the pictures', async () => {
  const page = await browser.open('/product/leonora-top-handle', { viewport: tablet })
  const name = await boxOf(page.getByRole('heading', { level: 1 }))
  const gallery = await boxOf(page.getByRole('region', { name: 'Pictures' }))
  expect(name.y).toBeLessThan(tablet.height / 2)
  expect(name.x).toBeGreaterThan(gallery.x + gallery.width)
})

/** Adds a product with two pictures. */
async function addPicturedProduct() {
  const file = '../assets/pictures/bucket-smooth-calf/chalk-palladium-hero.webp'
  const photograph = new Blob([readFileSync(new URL(file, import.meta.url))])
  const form = new FormData()
  for (const name of ['front.webp', 'back.webp']) form.append('files[]', photograph, name)
  const answer = await fetch(`${shopUrl()}/api/uploads?purpose=PICTURE`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await signInAsStaff()}` },
    body: form,
  })
  const { data } = (await answer.json()) as { data: { src: string }[] }
  return addProduct({ pictures: data.map(({ src }) => ({ src, alt: 'A bucket bag' })) })
}

test('the first picture is large, and so is a last one that would stand alone', async () => {
  const { identifier } = await addPicturedProduct()
  const page = await browser.open(`/product/${identifier}`, { viewport: desktop })
  const gallery = page.getByRole('region', { name: 'Pictures' })
  /** The number of columns that each item spans. */
  const columns = async () => {
    const { width } = await boxOf(gallery)
    const pictures = await Promise.all((await gallery.getByRole('img').all()).map(boxOf))
    return pictures.map((picture) => Math.round((2 * picture.width) / width))
  }
  expect(await columns()).toEqual([2, 2])
  await page.goto('/product/porto-loafer')
  expect(await columns()).toEqual([2, 1, 1, 2])
  await page.goto('/product/alba-ankle-boot')
  expect(await columns()).toEqual([2, 1, 1])
})

test('a product that fails to load can be retried', async () => {
  const page = await browser.open('/filter/women/bags/women-bags')
  const products = '**/api/products/*'
  await page.route(products, (route) => route.abort())
  const card = page.locator('main a[href^="/product/"]').first()
  const address = await card.getAttribute('href')
  await card.click()
  await page.getByText('Opps!! Something went wrong. Please try again later.').waitFor()
  await page.unroute(products)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('region', { name: 'Pictures' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(address)
  browser.expectNoErrors(/Failed to load resource|net::ERR_FAILED/)
})

test('the cart stays open if it is opened while the URL changes to another colour', async () => {
  const page = await browser.open('/product/calvi-tote?color=Night+Navy')
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Cart' })
  await drawer.getByRole('button', { name: 'Close' }).click()
  await drawer.waitFor({ state: 'detached' })
  // The cart is clicked when the URL has the color and the page has not.
  await page.evaluate(() => {
    const replaceState = history.replaceState.bind(history)
    history.replaceState = (...place) => {
      replaceState(...place)
      history.replaceState = replaceState
      document.querySelector<HTMLElement>('button[aria-label^="Cart,"]')?.click()
    }
  })
  const navy = page.locator('button', { hasText: 'Night Navy' })
  const others = page
    .getByRole('group', { name: 'Colour' })
    .locator('button[aria-pressed=false]:enabled')
  await others.first().click()
  await expect.poll(() => navy.first().getAttribute('aria-pressed')).toBe('false')
  await drawer.getByRole('link', { name: 'Calvi Tote' }).waitFor()
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
  expect(await drawer.getAttribute('data-open')).not.toBeNull()
  browser.expectNoErrors()
})

test('where the system chooses the colours, the buttons keep an edge', async () => {
  const page = await browser.open('/product/ilaria-top-handle', { forcedColors: 'active' })
  for (const name of ['Add to cart', 'Buy now']) {
    const button = page.getByRole('button', { name, exact: true }).first()
    expect(await button.evaluate((node) => getComputedStyle(node).borderTopWidth), name).toBe('1px')
  }
  browser.expectNoErrors()
})

import { expect, test } from 'vitest'
import { shopUrl } from './shop-url.ts'
import { boxOf, desktop, expectAccessible, phone, useBrowser } from './use-browser.ts'

const browser = useBrowser()
const get = (path: string, init?: RequestInit) =>
  fetch(shopUrl() + path, { redirect: 'manual', ...init })

test('pages can be read and navigated without JavaScript', async () => {
  const page = await browser.open('/filter/women/bags/women-bags', { javaScriptEnabled: false })
  const cards = page.locator('main a[href^="/product/"]')
  const first = await cards.first().getAttribute('href')
  expect(await cards.count()).toBe(16)
  await page.locator('a[rel~="next"]').click()
  await page.waitForURL('**page=2')
  expect(await cards.first().getAttribute('href')).not.toBe(first)
  await cards.first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('Materials & care').click()
  // Controls that need a script are not rendered.
  for (const name of ['Add to cart', 'Buy now', 'Menu', 'Search', 'Online Support'])
    expect(await page.getByRole('button', { name }).count(), String(name)).toBe(0)
  await page.goto('/faq')
  expect(await page.locator('main details[open]').count()).toBe(1)
  // Pages that need scripts say so, and name an alternative.
  for (const path of ['/product/calvi-tote', '/login', '/forgot-password', '/cart', '/profile']) {
    await page.goto(path)
    await page.locator('p', { hasText: 'your browser has to run scripts' }).waitFor()
  }
})

test.each([phone, desktop])(
  'without JavaScript the categories cover nothing of the page at a width of $width px',
  async (viewport) => {
    const page = await browser.open('/', { javaScriptEnabled: false, viewport })
    const categories = page.getByRole('navigation', { name: 'All Categories' })
    for (const path of ['/', '/filter/women/bags/women-bags', '/product/calvi-tote', '/about-us']) {
      await page.goto(path)
      const { y, height } = await boxOf(categories)
      expect((await boxOf(page.locator('main'))).y, path).toBeGreaterThanOrEqual(y + height)
    }
  },
)

test('every document has a title, description, canonical URL and picture', async () => {
  for (const path of [
    '/',
    '/filter/women/bags/women-bags',
    '/product/calvi-tote',
    '/about-us',
    '/faq/delivery',
  ]) {
    const page = await browser.open(path)
    const head = await page.evaluate(() => ({
      title: document.title,
      description: document.querySelector('meta[name=description]')?.getAttribute('content'),
      canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
      ogTitle: document.querySelector('meta[property="og:title"]')?.getAttribute('content'),
      ogImage: document.querySelector('meta[property="og:image"]')?.getAttribute('content'),
      headings: document.querySelectorAll('h1').length,
    }))
    expect(head.title).toMatch(/^.{5,} · Solvane$/)
    expect(head.description?.length).toBeGreaterThan(40)
    expect(new URL(head.canonical ?? '').pathname).toBe(path === '/faq' ? '/faq/about-us' : path)
    expect(head.ogTitle).toBeTruthy()
    expect(head.ogImage).toMatch(/^http.*\.jpe?g$/)
    expect(
      await page.evaluate(async (src) => {
        const picture = Object.assign(new Image(), { src })
        await picture.decode()
        return [picture.naturalWidth, picture.naturalHeight]
      }, head.ogImage ?? ''),
    ).toEqual([1200, 630])
    expect(head.headings).toBe(1)
    await page.context().close()
  }
})

test('a product page has structured data for the product, its variants’ offers and its breadcrumb', async () => {
  const html = await (await get('/product/calvi-tote')).text()
  const data = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)]
    .map(([, json]) => JSON.parse(json ?? ''))
    .flatMap((item) => item['@graph'] ?? [item])
  const types = data.map((item) => item['@type'])
  expect(types).toEqual(expect.arrayContaining(['ProductGroup', 'BreadcrumbList']))
  const product = data.find((item) => item['@type'] === 'ProductGroup')
  expect(product.name).toBe('Calvi Tote')
  expect(product.hasVariant.length).toBeGreaterThan(1)
  for (const variant of product.hasVariant)
    expect(variant).toMatchObject({ '@type': 'Product', offers: { priceCurrency: 'USD' } })
  const ids = data.map((item) => item['@id'])
  const { shippingDetails, hasMerchantReturnPolicy } = product.hasVariant[0].offers
  for (const shared of [...shippingDetails, ...hasMerchantReturnPolicy])
    expect(ids).toContain(shared['@id'])
})

test('an unknown URL returns 404 and leads to "coming soon"', async () => {
  const answer = await get('/no/such/page')
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('noindex')
  const page = await browser.open('/no/such/page')
  await page.waitForURL('**/coming-soon')
  await page.getByText('Under Development').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'New In' }).click()
  await page.waitForURL('**/filter/all')
})

test('an unknown product shows the specified error and ways on', async () => {
  expect((await get('/product/nothing')).status).toBe(404)
  const page = await browser.open('/product/nothing')
  await page.getByText('Opps!! Something went wrong. Please try again later.').waitFor()
  await page.getByRole('heading', { name: 'Popular' }).waitFor()
  await page.getByRole('article').first().waitFor()
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: 'Shoes' })
    .first()
    .waitFor()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await page.getByPlaceholder('search...').waitFor()
})

test('a women’s path with a men’s category still shows the category, with its canonical URL', async () => {
  const answer = await get('/filter/women/bags/men-bags')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toMatch(
    /<link rel="canonical" href="[^"]*\/filter\/men\/bags\/men-bags"/,
  )
})

test('pages have a strict content security policy and no inline script', async () => {
  const answer = await get('/')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/script-src 'self' 'inline-speculation-rules'(;|$)/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('referrer-policy')).toBeTruthy()
  const scripts = [...(await answer.text()).matchAll(/<script(?![^>]*src=)([^>]*)>/g)]
  for (const [, attributes] of scripts)
    expect(attributes).toMatch(/type="(application\/(ld\+)?json|speculationrules)"/)
})

test('the sitemap lists every page and product once', async () => {
  const index = await (await get('/sitemap.xml')).text()
  const maps = [...index.matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, loc]) => new URL(loc ?? '').pathname,
  )
  expect(maps).toContain('/sitemap-pages.xml')
  const locations = await Promise.all(
    maps.map(async (path) => [...(await (await get(path)).text()).matchAll(/<loc>(.*?)<\/loc>/g)]),
  )
  const paths = locations.flat().map(([, loc]) => new URL(loc ?? '').pathname)
  expect(paths).toContain('/product/calvi-tote')
  expect(new Set(paths).size).toBe(paths.length)
  for (const path of paths.filter((_, index) => index % 17 === 0))
    expect((await get(path)).status, path).toBe(200)
  expect(await (await get('/robots.txt')).text()).toContain('/sitemap.xml')
})

test.each(['/%ff', '/%', '/product/%ff', '/media/%ff'])(
  'the malformed URL %s shows the page for unknown URLs',
  async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    if (path.startsWith('/media')) return
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(await answer.text()).toMatch(/Under Development|Opps!!/)
  },
)

test('a malformed API URL is answered in the envelope', async () => {
  const answer = await get('/api/products/%ff')
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ success: false, code: 'BAD_REQUEST' })
})

test.each([
  '/%',
  '/%00',
  '/product/%00',
  '/filter/all?color=%00',
  '/product/%ff',
  '/filter/',
  `/product/${'a'.repeat(3_000)}`,
  '/?page=%00&sort=nonsense',
  '/filter/women/bags/women-bags?page=-1&priceMin=abc',
  '//evil.example/',
  '/\\evil.example',
])('the unusual URL %s causes no server error', async (path) => {
  const answer = await get(path)
  expect(answer.status).toBeLessThan(500)
  expect(new URL(answer.headers.get('location') ?? '/', shopUrl()).origin).toBe(
    new URL(shopUrl()).origin,
  )
})

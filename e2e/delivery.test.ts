import { countries } from '@solvane/contract/countries'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi, plentyOf, signInAsStaff, writeAddress } from './ordering.ts'
import { openAccount } from './shopper.ts'
import { expectAccessibleOnEveryWidth, phone, useBrowser } from './use-browser.ts'

const browser = useBrowser()

interface Zone {
  countries: string[]
}

interface Draft {
  version: string
  document: { zones: Zone[] }
}

/** Saves the zones that `change` makes of those of the shop. */
async function changeZones(change: (zones: Zone[]) => Zone[]): Promise<Zone[]> {
  const token = await signInAsStaff()
  const call = 'GET /admin/content/delivery'
  const { version, document } = await callApi<Draft>(token, call)
  const zones = change(document.zones)
  await callApi(token, 'PUT /admin/content/delivery', {
    version,
    document: { ...document, zones },
  })
  return document.zones
}

let before: Zone[]
beforeAll(async () => {
  const delivered = countries.map(({ code }) => code).filter((code) => code !== 'JP')
  before = await changeZones(([first, ...others]) =>
    first ? [{ ...first, countries: delivered }, ...others] : [],
  )
})
afterAll(() => changeZones(() => before))

test('neither a price of delivery nor days are named for an address that is not delivered to', async () => {
  const shopper = await openAccount()
  await writeAddress(shopper, { country: 'JP', state: null, city: 'Tokyo', postalCode: '100-0001' })
  const { id: variantId } = await plentyOf('porto-loafer')
  await callApi(shopper.accessToken, 'POST /cart/items', { variantId, quantity: 1 })

  const page = await browser.open('/cart', { ...shopper.signedIn, viewport: phone })
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await summary.getByText('We do not deliver to your address.').waitFor()
  await summary.getByText('Not available').waitFor()
  const promises = /business days|Arrives|Complimentary|\$15\.99/
  expect(await summary.getByText(promises).count()).toBe(0)
  await expectAccessibleOnEveryWidth(page)

  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.waitForURL('**/order/preview')
  await page.getByRole('alert').getByText('We do not deliver to your address.').waitFor()
  const order = page.getByRole('complementary', { name: 'Order summary' })
  const sums = order.locator('dl')
  await sums.getByText('Not available').waitFor()
  expect(await sums.getByText(promises).count()).toBe(0)
  const goods = await sums.locator('div', { hasText: 'Pieces' }).locator('dd').textContent()
  await sums
    .locator('div', { hasText: 'Total' })
    .getByText(String(goods), { exact: true })
    .waitFor()
  expect(await order.getByRole('button', { name: 'Place Order' }).isDisabled()).toBe(true)
  await expectAccessibleOnEveryWidth(page)

  await page.getByRole('heading', { name: 'Porto Loafer' }).getByRole('link').click()
  const facts = page.getByRole('definition')
  await facts.getByText('We do not deliver to your address.').waitFor()
  expect(await facts.getByText(promises).count()).toBe(0)
  browser.expectNoErrors()
})

test('a guest, whose address is not known, is shown the usual delivery', async () => {
  const page = await browser.open('/product/porto-loafer', { viewport: phone })
  await page
    .getByRole('definition')
    .getByText(/in \d+–\d+ business days/)
    .waitFor()
  await page
    .getByRole('definition')
    .getByText(/^Arrives /)
    .waitFor()
  expect(await page.getByText('We do not deliver').count()).toBe(0)
  browser.expectNoErrors()
})

import { expect, test } from 'vitest'
import { callApi, chooseOptions, openAccountWithAddress, placeOrder, plentyOf } from './ordering.ts'
import { overflowOf, useBrowser } from './use-browser.ts'

const browser = useBrowser()

/** Texts and controls that cross the edge of the page or of their scrolling part, with text at twice the size. */
function pastTheEdge(): string[] {
  document.documentElement.style.fontSize = '200%'
  const { clientWidth } = document.documentElement
  return [
    ...document.querySelectorAll('main :is(h1, h2, h3, p, li, dt, dd, th, td, a, button, input)'),
  ]
    .filter((element) => !element.closest('nav') && element.checkVisibility())
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    .map(({ tagName, textContent }) => `${tagName} ${textContent}`)
}

test('text at twice the size stays within the narrowest phone, from the home page to the order', async () => {
  const shopper = await openAccountWithAddress()
  const { id: variantId } = await plentyOf('porto-loafer')
  await callApi(shopper.accessToken, 'POST /cart/items', { variantId, quantity: 1 })
  const order = await placeOrder(shopper)
  const page = await browser.open('/', {
    ...shopper.signedIn,
    viewport: { width: 320, height: 640 },
  })
  const staysWithin = async (loaded: string) => {
    await page.getByRole('main').getByText(loaded).first().waitFor()
    await expect.poll(() => page.evaluate(pastTheEdge), { message: page.url() }).toEqual([])
    await expect.poll(() => overflowOf(page), { message: page.url() }).toBe(0)
  }
  await staysWithin('Shop by Category')
  await page.goto('/cart')
  await staysWithin('Porto Loafer')
  await page.goto(`/profile/orders/${order.id}`)
  await staysWithin('Porto Loafer')
  await page.goto(`/profile/orders/${order.id}/invoice`)
  await staysWithin('Porto Loafer')
  await page.goto('/withdraw')
  await staysWithin('Order number')
  await page.goto('/gift')
  await staysWithin('Open your gift')
  await page.goto('/product/porto-loafer')
  await chooseOptions(page)
  await page.getByRole('button', { name: 'Buy now', exact: true }).click()
  await staysWithin('Porto Loafer')
  browser.expectNoErrors()
})

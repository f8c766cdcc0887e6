import { expect, test } from 'vitest'
import { callApi, openAccountWithAddress, signInAsStaff } from './ordering.ts'
import { addProduct, type StaffProduct } from './products.ts'
import { owner, signedInAs } from './staff.ts'
import { expectAccessibleOnEveryWidth, useBrowser } from './use-browser.ts'

const browser = useBrowser()

/** Sets the stock of every variant of a product. */
async function stockAll({ variants }: StaffProduct, counted: number): Promise<void> {
  const token = await signInAsStaff()
  for (const { id } of variants)
    await callApi(token, `POST /admin/variants/${id}/stock`, {
      change: { kind: 'counted', counted },
      reason: 'Counted',
    })
}

/** The link of the newest e-mail with this subject; jobs write some of them within a minute or two. */
async function linkIn(email: string, subject: RegExp): Promise<string> {
  const token = await signInAsStaff()
  const read = async () => {
    const mails = await callApi<{ id: string; subject: string }[]>(
      token,
      `GET /admin/emails?q=${encodeURIComponent(email)}`,
    )
    const found = mails.find((mail) => subject.test(mail.subject))
    if (!found) return ''
    const { text } = await callApi<{ text: string }>(token, `GET /admin/emails/${found.id}`)
    return /(\/waiting-list#token=\S+)/.exec(text)?.[1] ?? ''
  }
  await expect.poll(read, { timeout: 180_000, interval: 1_000 }).not.toBe('')
  return read()
}

test('a shopper joins the list of a sold-out product, is offered one, signs in and orders it', async () => {
  const product = await addProduct({ name: 'Orlanda Pouch' })
  await stockAll(product, 0)
  const email = `waiting-${crypto.randomUUID()}@example.com`
  const page = await browser.open(`/product/${product.identifier}`)
  // The delivery line must not promise an arrival.
  const facts = page.getByRole('term')
  await facts.getByText('Returns', { exact: true }).waitFor()
  expect(await facts.getByText('Delivery', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Join the waiting list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Join the waiting list' })
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await dialog.getByRole('button', { name: 'Join', exact: true }).click()
  await page.getByRole('dialog', { name: 'Please look into your inbox' }).waitFor()

  await page.goto(await linkIn(email, /Confirm your place/))
  await page.getByRole('heading', { name: 'You are on the list' }).waitFor()
  await expectAccessibleOnEveryWidth(page)

  const desk = await browser.open('/admin/demand', await signedInAs(owner))
  await desk.getByRole('link', { name: 'Orlanda Pouch' }).first().waitFor()
  await stockAll(product, 1)
  const link = await linkIn(email, /Reserved for you/)
  await page.goto(link)
  await page.getByRole('heading', { name: 'Reserved for you' }).waitFor()
  await page.getByRole('timer').waitFor()

  const shopper = await openAccountWithAddress()
  await page.getByRole('link', { name: 'Sign in to order' }).click()
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(shopper.email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(shopper.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Reserved for you' }).waitFor()
  await page.getByRole('button', { name: 'Order now' }).click()
  await page.getByRole('heading', { name: 'Confirm Order' }).waitFor()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.getByRole('heading', { name: 'Order Detail' }).waitFor()
  browser.expectNoErrors()
}, 420_000)

test('a sold-out page and that of a withdrawn product lead on to others', async () => {
  const token = await signInAsStaff()
  const categories = await callApi<{ id: string; identifier: string }[]>(
    token,
    'GET /admin/categories',
  )
  const bags = categories.find(({ identifier }) => identifier === 'women-bags')
  const product = await addProduct({ name: 'Pellegrina Bag', categoryIds: [bags?.id] })
  await stockAll(product, 0)
  const page = await browser.open(`/product/${product.identifier}`)
  const others = page.getByRole('heading', { name: 'Similar pieces, in stock' })
  await others.waitFor()
  await callApi(token, `DELETE /admin/products/${product.id}`)
  const answer = await page.reload()
  expect(answer?.status()).toBe(404)
  await page
    .getByText('Opps!! Something went wrong. Please try again later.', { exact: true })
    .waitFor()
  await others.waitFor()
  expect(await page.getByRole('main').getByRole('article').count()).toBeGreaterThanOrEqual(4)
  browser.expectNoErrors(/status of 404/)
})

test('the products of a list are moved with the keyboard, and the shop shows them so', async () => {
  const page = await browser.open('/admin/categories', await signedInAs(owner))
  await page
    .getByRole('link', { name: 'Arrange the products of Small Leather Goods' })
    .first()
    .click()
  const list = page.getByRole('list', { name: 'Small Leather Goods' })
  const search = page.getByRole('searchbox')
  await search.waitFor()
  const path = await page.getByRole('link', { name: 'View in shop' }).getAttribute('href')
  const identifier = path?.split('/').at(-1) ?? ''
  const newest = await callApi<{ name: string; identifier: string }[]>(
    null,
    `GET /products?cIdentifiers=${identifier}&sort=new`,
  )
  const [one, two] = newest.slice(2, 4)
  for (const product of [one, two]) {
    await search.fill(product?.identifier ?? '')
    await page.getByRole('button', { name: `Add ${product?.name}` }).click()
  }
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
  await page.getByRole('button', { name: 'Move product 2 up' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('All changes saved.').waitFor()
  const shown = await callApi<{ name: string }[]>(null, `GET /products?cIdentifiers=${identifier}`)
  expect(shown.slice(0, 2).map(({ name }) => name)).toEqual([two?.name, one?.name])
  await page.getByRole('button', { name: 'Remove product 1' }).click()
  await page.getByRole('button', { name: 'Remove product 1' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(async () => {
      const now = await callApi<{ name: string }[]>(
        null,
        `GET /products?cIdentifiers=${identifier}`,
      )
      return now.map(({ name }) => name).join()
    })
    .toBe(newest.map(({ name }) => name).join())
  browser.expectNoErrors()
})

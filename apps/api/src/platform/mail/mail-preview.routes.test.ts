import { expect, test } from 'vitest'
import { emailTo } from '../../../test/emails.ts'
import { signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

async function withShop(development: boolean, look: (shop: TestShop) => Promise<void>) {
  const shop = await openTestShop({ empty: true, development })
  await look(shop).finally(() => shop.close())
}

test('developers see the e-mails of the shop', () =>
  withShop(true, async (shop) => {
    const { email } = await signUp(shop)
    const { html, text } = await emailTo(shop, email, 'welcome')
    const list = await shop.app.inject('/dev/mails')
    expect(list.body).toContain(email)
    const link = /href="(\/dev\/mails\/[\w-]+)"/.exec(list.body)?.[1] ?? ''
    expect((await shop.app.inject(link)).body).toBe(html)
    expect((await shop.app.inject(`${link}/text`)).body).toBe(text)
    const unknown = `/dev/mails/${crypto.randomUUID()}`
    expect((await shop.app.inject(unknown)).statusCode).toBe(404)
  }))

test('in production the list of e-mails is not served', () =>
  withShop(false, async (shop) => {
    expect((await shop.app.inject('/dev/mails')).statusCode).toBe(404)
  }))

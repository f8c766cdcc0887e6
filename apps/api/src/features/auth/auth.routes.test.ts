import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
})
afterAll(() => shop.close())

describe('signing in', () => {
  test('takes the e-mail however its letters are written', async () => {
    const { email, password } = await signUp(shop, { email: 'Ada.Writes@example.com' })
    const { data } = await shop.call('login', {
      body: { email: ` ${email.toUpperCase()} `, password },
    })
    expect(data.refreshToken).not.toBe('')
  })
})

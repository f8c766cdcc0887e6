import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { emailsTo, emailTo } from '../../../test/emails.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

const hour = 60 * 60 * 1_000

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
})
afterAll(() => shop.close())

const forgot = (email: string) => shop.call('forgotPassword', { body: { email } })
const reset = (token: string, newPassword: string) =>
  shop.call('resetPassword', { body: { token, newPassword } })
const login = (email: string, password: string) => shop.call('login', { body: { email, password } })
const isVerified = async (headers: Record<string, string>) =>
  (await shop.call('getProfile', { headers })).data.profile.isEmailVerified
const expired = { status: 400, code: 'LINK_EXPIRED' }

describe('a forgotten password', () => {
  test('gets the same response with and without an account', async () => {
    const { email } = await signUp(shop)
    expect(await forgot('nobody@example.com')).toEqual(await forgot(email))
    await emailTo(shop, email, 'reset-password')
    expect(await emailsTo(shop, 'nobody@example.com')).toEqual([])
  })

  test('is reset by the link in the e-mail, which signs out everywhere', async () => {
    const { email, password, headers, refreshToken } = await signUp(shop)
    await forgot(email.toUpperCase())
    const { token, text } = await emailTo(shop, email, 'reset-password')
    expect(text).toContain(`http://localhost:3000/reset-password#token=${token}`)
    await reset(token, 'the new password')
    expect(await rejectionOf(shop.call('getProfile', { headers }))).toMatchObject({ status: 401 })
    expect(await rejectionOf(shop.call('refresh', { body: { refreshToken } }))).toMatchObject({
      status: 401,
    })
    expect(await rejectionOf(login(email, password))).toMatchObject({ code: 'LOGIN_FAILED' })
    const { data } = await login(email, 'the new password')
    // Opening the e-mail proves that the address is theirs.
    expect(await isVerified({ authorization: `Bearer ${data.accessToken}` })).toBe(true)
    await emailTo(shop, email, 'password-changed')
  })

  test('has a link that works once, even if it is opened twice concurrently', async () => {
    const { email } = await signUp(shop)
    await forgot(email)
    const { token } = await emailTo(shop, email, 'reset-password')
    const answers = await Promise.allSettled([
      reset(token, 'the first password'),
      reset(token, 'the other password'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await rejectionOf(reset(token, 'a third password'))).toMatchObject(expired)
  })

  test('has links that stop working when one of them has changed the password', async () => {
    const { email } = await signUp(shop)
    await forgot(email)
    const first = await emailTo(shop, email, 'reset-password')
    await forgot(email)
    const second = await vi.waitFor(
      async () => {
        const next = await emailTo(shop, email, 'reset-password')
        expect(next.token).not.toBe(first.token)
        return next
      },
      { timeout: 60_000 },
    )
    await reset(second.token, 'the new password')
    expect(await rejectionOf(reset(first.token, 'another password'))).toMatchObject(expired)
  })

  test('has a link that is valid for an hour', async () => {
    const { email } = await signUp(shop)
    await forgot(email)
    const { token } = await emailTo(shop, email, 'reset-password')
    shop.setTime(new Date(Date.now() + hour + 1_000))
    expect(await rejectionOf(reset(token, 'the new password'))).toMatchObject(expired)
    shop.setTime(new Date())
  })

  test('of an administrator is replaced by one of at least twelve characters', async () => {
    const { email } = await signUp(shop, { role: 'ADMIN' })
    await forgot(email)
    const { token } = await emailTo(shop, email, 'reset-password')
    expect(await rejectionOf(reset(token, 'eleven char'))).toMatchObject({
      code: 'PASSWORD_TOO_SHORT',
      message: 'Password must be at least 12 characters long.',
    })
    await reset(token, 'twelve chars')
  })
})

describe('an e-mail address', () => {
  test('is confirmed by the link in the first e-mail, which may be opened again', async () => {
    const { email, headers } = await signUp(shop)
    const { token } = await emailTo(shop, email, 'welcome')
    await shop.call('verifyEmail', { body: { token } })
    await shop.call('verifyEmail', { body: { token } })
    expect(await isVerified(headers)).toBe(true)
  })

  test('is confirmed by a link that is requested again', async () => {
    const { email, headers } = await signUp(shop)
    await shop.call('resendVerification', { headers })
    const { token } = await emailTo(shop, email, 'verify-email')
    await shop.call('verifyEmail', { body: { token } })
    expect(await isVerified(headers)).toBe(true)
    await shop.call('resendVerification', { headers })
    expect(await emailsTo(shop, email)).toHaveLength(2)
  })

  test('is not confirmed by the link for a password, nor vice versa', async () => {
    const { email } = await signUp(shop)
    await forgot(email)
    const { token } = await emailTo(shop, email, 'reset-password')
    const verify = shop.call('verifyEmail', { body: { token } })
    expect(await rejectionOf(verify)).toMatchObject(expired)
    const welcome = await emailTo(shop, email, 'welcome')
    expect(await rejectionOf(reset(welcome.token, 'the new password'))).toMatchObject(expired)
  })
})

test('a name is only included in e-mails to confirmed addresses', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const name = 'Buy <b>now</b> at evil.example'
  const { data } = await shop.call('register', { body: { name, email, password: 'a password' } })
  const welcome = await emailTo(shop, email, 'welcome')
  expect(welcome.text).not.toContain('evil.example')
  await shop.call('verifyEmail', { body: { token: welcome.token } })
  await shop.call('changePassword', {
    headers: { authorization: `Bearer ${data.accessToken}` },
    body: {
      currentPassword: 'a password',
      newPassword: 'b password',
      confirmPassword: 'b password',
    },
  })
  const { html, text } = await emailTo(shop, email, 'password-changed')
  expect(text).toContain(`Dear ${name},`)
  expect(html).toContain('Dear Buy &lt;b&gt;now&lt;/b&gt; at evil.example,')
})

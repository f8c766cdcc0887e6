import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailsTo, emailTo } from '../../../test/emails.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
})
afterAll(() => shop.close())

const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` })

function change({ headers, password }: SignedUp, slip: Record<string, string> = {}) {
  const newPassword = 'the new password'
  const body = { currentPassword: password, newPassword, confirmPassword: newPassword, ...slip }
  return shop.call('changePassword', { headers, body })
}

describe('the profile', () => {
  test('has a name that can be changed and removed', async () => {
    const { headers } = await signUp(shop)
    const rename = async (nickName: string) =>
      (await shop.call('updateProfile', { headers, body: { nickName } })).data.profile.nickName
    expect(await rename('  Elena ')).toBe('Elena')
    expect(await rename(' ')).toBe(null)
  })

  test.each([{ role: 'ADMIN' }, { email: 'other@example.com' }, { id: 'x' }])(
    'rejects other fields: %o',
    async (more) => {
      const { headers } = await signUp(shop)
      const body = { nickName: 'Elena', ...more }
      expect(await rejectionOf(shop.call('updateProfile', { headers, body }))).toMatchObject({
        code: 'BAD_REQUEST',
      })
    },
  )

  test('requires a token', async () => {
    expect(await rejectionOf(shop.call('getProfile'))).toMatchObject({ status: 401 })
  })
})

describe('changing the password', () => {
  test('renews the tokens of this session, ends all others, and e-mails the owner', async () => {
    const account = await signUp(shop)
    const { email, password, headers } = account
    const other = (await shop.call('login', { body: { email, password } })).data
    const { data } = await change(account)
    await shop.call('getProfile', { headers: bearer(data.accessToken) })
    await shop.call('refresh', { body: { refreshToken: data.refreshToken } })
    for (const ended of [headers, bearer(other.accessToken)])
      expect(await rejectionOf(shop.call('getProfile', { headers: ended }))).toMatchObject({
        status: 401,
      })
    for (const refreshToken of [account.refreshToken, other.refreshToken])
      expect(await rejectionOf(shop.call('refresh', { body: { refreshToken } }))).toMatchObject({
        status: 401,
      })
    await shop.call('login', { body: { email, password: 'the new password' } })
    await emailTo(shop, email, 'password-changed')
  })

  test.each([
    [
      'a wrong current one',
      { currentPassword: 'a wrong one' },
      'Please check your current password.',
    ],
    [
      'a short current one',
      { currentPassword: '12345' },
      'Password must be at least 6 characters long.',
    ],
    [
      'a short new one',
      { newPassword: '12345', confirmPassword: '12345' },
      'Password must be at least 6 characters long.',
    ],
    [
      'another to confirm',
      { confirmPassword: 'the new passwort' },
      'Please ensure the confirmation password is the same as your new password.',
    ],
  ])('is rejected with %s', async (_title, slip, message) => {
    const account = await signUp(shop)
    expect(await rejectionOf(change(account, slip))).toMatchObject({ status: 400, message })
    await shop.call('getProfile', { headers: account.headers })
  })

  test('of an administrator requires twelve characters', async () => {
    const account = await signUp(shop, { role: 'ADMIN' })
    const short = { newPassword: 'eleven char', confirmPassword: 'eleven char' }
    expect(await rejectionOf(change(account, short))).toMatchObject({
      message: 'Password must be at least 12 characters long.',
    })
    await change(account, { newPassword: 'twelve chars', confirmPassword: 'twelve chars' })
  })

  test('twice concurrently changes it once', async () => {
    const account = await signUp(shop)
    const answers = await Promise.allSettled(
      ['the first one', 'the other one'].map((newPassword) =>
        change(account, { newPassword, confirmPassword: newPassword }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('my data', () => {
  test('are exported to me, without any secret', async () => {
    const { headers, email, refreshToken } = await signUp(shop)
    const { data } = await shop.call('exportMyData', { headers })
    expect(data).toMatchObject({ profile: { email, nickName: 'Ada' } })
    expect(data.sessions).toHaveLength(1)
    expect(Object.keys(data)).toEqual(expect.arrayContaining(['cart', 'favorites', 'addresses']))
    const text = JSON.stringify(data)
    expect(text).not.toContain('argon2')
    expect(text).not.toContain(refreshToken)
  })
})

describe('deleting the account', () => {
  test('requires the password', async () => {
    const { headers } = await signUp(shop)
    const body = { password: 'a wrong password' }
    expect(await rejectionOf(shop.call('deleteAccount', { headers, body }))).toMatchObject({
      status: 400,
      code: 'WRONG_PASSWORD',
    })
    await shop.call('getProfile', { headers })
  })

  test('anonymizes it, ends every session and frees the address', async () => {
    const { headers, email, password, refreshToken, userId } = await signUp(shop)
    const { token } = await emailTo(shop, email, 'welcome')
    await shop.call('deleteAccount', { headers, body: { password } })
    expect(await rejectionOf(shop.call('getProfile', { headers }))).toMatchObject({ status: 401 })
    for (const call of [
      () => shop.call('refresh', { body: { refreshToken } }),
      () => shop.call('login', { body: { email, password } }),
      () => shop.call('verifyEmail', { body: { token } }),
    ])
      await rejectionOf(call())
    const { rows } = await shop.ctx.db.pool.query('select * from users where id = $1', [userId])
    expect(rows[0]).toMatchObject({ email: null, nick_name: null, password_hash: null })
    expect(await emailsTo(shop, email)).toEqual([])
    expect((await signUp(shop, { email })).userId).not.toBe(userId)
  })
})

import { decodeJwt, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailsTo } from '../../../test/emails.ts'
import { atActualPasswordCost } from '../../../test/password-cost.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
})
afterAll(() => shop.close())

const login = (email: string, password: string) => shop.call('login', { body: { email, password } })
const register = (email: string, name = 'Ada') =>
  shop.call('register', { body: { name, email, password: 'another password' } })
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

describe('registering', () => {
  test('signs in, sets the name and sends a welcome e-mail', async () => {
    const { email, headers } = await signUp(shop)
    const { data } = await shop.call('getProfile', { headers })
    expect(data.profile).toMatchObject({ email, nickName: 'Ada', role: 'USER' })
    expect(data.profile.isEmailVerified).toBe(false)
    expect((await emailsTo(shop, email)).map(({ kind }) => kind)).toEqual(['welcome'])
  })

  test('a taken address fails without saying so, and e-mails its owner once', async () => {
    const { email } = await signUp(shop)
    for (const spelling of [email, email.toUpperCase(), ` ${email} `])
      expect(await rejectionOf(register(spelling))).toEqual({
        status: 400,
        code: 'REGISTRATION_FAILED',
        message: 'Registration failed. Please try again.',
      })
    expect((await emailsTo(shop, email)).map(({ kind }) => kind)).toEqual([
      'welcome',
      'registration-attempt',
    ])
  })

  test('twenty times concurrently opens one account', async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        register(index % 2 === 0 ? email : email.toUpperCase()),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { rows } = await shop.ctx.db.pool.query(
      'select count(*)::int as accounts from users where lower(email) = $1',
      [email],
    )
    expect(rows[0].accounts).toBe(1)
    expect(await emailsTo(shop, email)).toHaveLength(2)
  })

  test('never creates an administrator', async () => {
    const body = {
      name: 'Eve',
      email: 'eve@example.com',
      password: 'a long password',
      role: 'ADMIN',
    }
    expect(await rejectionOf(shop.call('register', { body }))).toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  test.each([
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ name: undefined }, 'name', 'Name is required'],
    [{ email: undefined }, 'email', 'Please enter a valid email'],
    [{ email: 'a b@example.com' }, 'email', 'Please enter a valid email'],
    [{ email: '\ud800@example.com' }, 'email', 'Please enter a valid email'],
    [{ email: 'a\u0000@example.com' }, 'email', 'Please enter a valid email'],
    // All of these would be delivered to `ada@example.com`.
    [{ email: '<ada@example.com>' }, 'email', 'Please enter a valid email'],
    [{ email: 'ada@example.com>' }, 'email', 'Please enter a valid email'],
    [{ email: '"ada"@example.com' }, 'email', 'Please enter a valid email'],
    [{ email: 'ada(home)@example.com' }, 'email', 'Please enter a valid email'],
    [{ email: 'ada@example\u3002com' }, 'email', 'Please enter a valid email'],
    [{ email: 'ada@exam\u00adple.com' }, 'email', 'Please enter a valid email'],
    [{ email: 'ada@example.com.' }, 'email', 'Please enter a valid email'],
    // With the sign of kelvin, and a dotted capital I: accounts of `kate@` and `ida@`, whose owners got no e-mail.
    [{ email: '\u212aate@example.com' }, 'email', 'Please enter a valid email'],
    [{ email: '\u0130da@example.com' }, 'email', 'Please enter a valid email'],
    [{ password: '12345' }, 'password', 'Password must be at least 6 characters'],
  ])('with %o is rejected at its field', async (slip, field, message) => {
    const body = { name: 'Ada', email: 'ada@example.com', password: 'a password', ...slip }
    const { details } = await rejectionOf(shop.call('register', { body }))
    expect(details?.fields).toEqual([{ field, message }])
  })
})

describe('signing in', () => {
  test('is possible with an address that an earlier release accepted', async () => {
    const { email, password, userId } = await signUp(shop)
    const earlier = email.replace('@', '(home)@')
    await shop.ctx.db.pool.query('update users set email = $2 where id = $1', [userId, earlier])
    expect(decodeJwt((await login(earlier, password)).data.accessToken).sub).toBe(userId)
    await shop.call('forgotPassword', { body: { email: earlier } })
  })

  test('ignores the case of the e-mail', async () => {
    const { email, password, userId } = await signUp(shop, { email: 'Ada.Writes@example.com' })
    const { data } = await login(` ${email.toUpperCase()} `, password)
    expect(decodeJwt(data.accessToken).sub).toBe(userId)
  })

  test('accepts a password in any Unicode composition', async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const password = 'caffè lungo'
    await shop.call('register', {
      body: { name: 'Ada', email, password: password.normalize('NFD') },
    })
    await login(email, password.normalize('NFC'))
  })

  test('fails in the same way for an unknown e-mail, a wrong password and a blocked account', async () => {
    const known = await signUp(shop)
    const blocked = await signUp(shop)
    await shop.ctx.db.pool.query('update users set blocked_at = now() where id = $1', [
      blocked.userId,
    ])
    const expected = {
      status: 400,
      code: 'LOGIN_FAILED',
      message: 'Please check your login and password.',
    }
    expect(await rejectionOf(login('nobody@example.com', 'a password'))).toEqual(expected)
    expect(await rejectionOf(login(known.email, 'a password'))).toEqual(expected)
    expect(await rejectionOf(login(blocked.email, blocked.password))).toEqual(expected)
  })

  describe('at the actual cost of a password', () => {
    atActualPasswordCost()

    test('takes about as long to fail for an unknown e-mail as for a wrong password', async () => {
      const { email } = await signUp(shop)
      const fastest = async (address: string) => {
        const times: number[] = []
        for (let round = 0; round < 5; round += 1) {
          const since = performance.now()
          await rejectionOf(login(address, 'a password'))
          times.push(performance.now() - since)
        }
        return Math.min(...times)
      }
      // Without hashing, the unknown e-mail takes a tenth of the time.
      expect((await fastest('nobody@example.com')) / (await fastest(email))).toBeGreaterThan(0.3)
    })
  })
})

describe('a bearer token', () => {
  test.each([
    ['nonsense', 'Bearer nonsense'],
    ['another kind', 'Basic YTpi'],
    [
      'an unsigned one',
      `Bearer ${btoa('{"alg":"none"}').replace(/=/g, '')}.${btoa('{"sub":"x"}').replace(/=/g, '')}.`,
    ],
  ])('that is %s is rejected, even where guests are allowed', async (_title, authorization) => {
    expect(await rejectionOf(shop.call('getCart', { headers: { authorization } }))).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
    })
  })

  test('that has expired does not prevent sign-in, refresh or sign-out', async () => {
    const { email, password, refreshToken } = await signUp(shop)
    const headers = { authorization: 'Bearer stale.bearer.token' }
    await shop.call('login', { headers, body: { email, password } })
    await shop.call('forgotPassword', { headers, body: { email } })
    await shop.call('refresh', { headers, body: { refreshToken } })
    await shop.call('logout', { headers, body: { refreshToken } })
  })

  test('signed with another key is rejected', async () => {
    const { accessToken } = await signUp(shop)
    const forged = await new SignJWT(decodeJwt(accessToken))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new Uint8Array(32))
    expect((await rejectionOf(shop.call('getProfile', bearer(forged)))).status).toBe(401)
  })

  test('is valid for fifteen minutes', async () => {
    const { headers } = await signUp(shop)
    const now = Date.now()
    shop.setTime(new Date(now + 14 * 60_000))
    await shop.call('getProfile', { headers })
    shop.setTime(new Date(now + 15 * 60_000 + 1_000))
    expect((await rejectionOf(shop.call('getProfile', { headers }))).status).toBe(401)
    shop.setTime(new Date())
  })

  test('of an account that another process blocks is rejected at once', async () => {
    const { userId, headers } = await signUp(shop)
    await shop.call('getProfile', { headers })
    await shop.ctx.db.pool.query('update users set blocked_at = now() where id = $1', [userId])
    await shop.changesReceived()
    expect((await rejectionOf(shop.call('getProfile', { headers }))).status).toBe(401)
  })

  test('of a session that another process ends is rejected at once', async () => {
    const { userId, headers } = await signUp(shop)
    await shop.call('getProfile', { headers })
    await shop.ctx.db.pool.query('update session set ended_at = now() where user_id = $1', [userId])
    await shop.changesReceived()
    expect((await rejectionOf(shop.call('getProfile', { headers }))).status).toBe(401)
  })

  test('is checked in the database once, not at every request', async () => {
    const { userId, headers } = await signUp(shop)
    await shop.call('getCart', { headers })
    await shop.ctx.db.pool.query('alter table session disable trigger user')
    await shop.ctx.db.pool.query('update session set ended_at = now() where user_id = $1', [userId])
    await shop.ctx.db.pool.query('alter table session enable trigger user')
    // The deletion was not published, so the cached state still counts.
    await shop.call('getCart', { headers })
  })
})

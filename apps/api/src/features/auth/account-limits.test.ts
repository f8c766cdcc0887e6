import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rejection, rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { addTotp, codeAt } from '../../../test/totp.ts'
import type { Limit } from '../../platform/rate-limit/rate-limits.ts'
import { accountLimits } from './account-limits.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({
    empty: true,
    settings: { RATE_LIMIT_MULTIPLIER: '1', TRUSTED_PROXIES: 'loopback' },
  })
})
afterAll(() => shop.close())

let lastNetwork = 0
/** The headers of a request from a new network. */
function elsewhere() {
  lastNetwork += 1
  return { 'x-forwarded-for': `203.0.${lastNetwork >> 8}.${lastNetwork & 255}` }
}

const login = (email: string, password: string, headers = elsewhere()) =>
  shop.call('login', { body: { email, password }, headers })
const wrong = (email: string, headers = elsewhere()) =>
  rejectionOf(login(email, 'a wrong password', headers))

async function times(count: number, work: () => Promise<Rejection>): Promise<Rejection[]> {
  const rejections: Rejection[] = []
  for (let round = 0; round < count; round += 1) rejections.push(await work())
  return rejections
}

/** Reaches a limit without making so many attempts. */
async function count(limit: Limit, subject: string): Promise<void> {
  for (let round = 0; round < limit.times; round += 1) await shop.ctx.limits.count(limit, subject)
}

/** An account whose owner has signed in from `home` and whose password strangers are guessing. */
async function attacked(): Promise<SignedUp & { home: { 'x-forwarded-for': string } }> {
  const account = await signUp(shop, { from: elsewhere() })
  const home = elsewhere()
  await login(account.email, account.password, home)
  await count(accountLimits.loginOfAccount, account.email)
  expect((await wrong(account.email)).status).toBe(400)
  return { ...account, home }
}

describe('signing in', () => {
  test('is throttled after a few wrong passwords, with the time to wait', async () => {
    const { email, password } = await signUp(shop, { from: elsewhere() })
    const home = elsewhere()
    const rejections = await times(6, () => wrong(email, home))
    expect(rejections.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429])
    const { details } = rejections[5] ?? {}
    expect(details?.retryAfter).toBeGreaterThan(0)
    expect(details?.retryAfter).toBeLessThanOrEqual(accountLimits.loginBurst.seconds)
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password },
      headers: home,
    })
    expect(answer.headers['retry-after']).toBe(String(answer.json().details.retryAfter))
  })

  test('is stopped for a day where one network goes on guessing slowly', async () => {
    const { email, password } = await signUp(shop, { from: elsewhere() })
    const network = elsewhere()
    await count(accountLimits.loginOfPairADay, `${email} ${network['x-forwarded-for']}`)
    const { status, details } = await rejectionOf(login(email, password, network))
    expect(status).toBe(429)
    expect(details?.retryAfter).toBeGreaterThan(60 * 60)
    await login(email, password)
  })

  test('is limited in the same way for an unknown e-mail', async () => {
    const { email } = await signUp(shop, { from: elsewhere() })
    const [home, other] = [elsewhere(), elsewhere()]
    const known = await times(6, () => wrong(email, home))
    const unknown = await times(6, () => wrong('nobody@example.com', other))
    const shape = ({ status, code, message }: Rejection) => ({ status, code, message })
    expect(unknown.map(shape)).toEqual(known.map(shape))
  })

  test('counts every spelling that the database takes for one account', async () => {
    const { email, password } = await signUp(shop, {
      email: `miriamσ-${crypto.randomUUID()}@example.com`,
      from: elsewhere(),
    })
    const spellings = [email, email.toUpperCase(), email.replace('i', 'İ'), email.replace('σ', 'Σ')]
    for (const spelling of spellings) await login(spelling, password)
    const home = elsewhere()
    const rejections = await times(6, () => wrong(spellings.shift() ?? email, home))
    expect(rejections.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429])
  })

  test('checks no more passwords concurrently than one after the other', async () => {
    const { email } = await signUp(shop, { from: elsewhere() })
    const home = elsewhere()
    const rejections = await Promise.all(Array.from({ length: 20 }, () => wrong(email, home)))
    expect(rejections.filter(({ status }) => status === 400)).toHaveLength(5)
  })

  test('resets the count of wrong passwords', async () => {
    const { email, password } = await signUp(shop, { from: elsewhere() })
    const home = elsewhere()
    for (let round = 0; round < 3; round += 1) {
      await times(4, () => wrong(email, home))
      await login(email, password, home)
    }
  })

  test('successfully is never counted', async () => {
    const { email, password } = await signUp(shop, { from: elsewhere() })
    const home = elsewhere()
    for (let round = 0; round < 8; round += 1) await login(email, password, home)
  })

  test('is limited for many accounts from one network', async () => {
    const network = elsewhere()
    const stranger = () => wrong(`${crypto.randomUUID()}@example.com`, network)
    await times(2, stranger)
    const { loginOfNetwork } = accountLimits
    await count({ ...loginOfNetwork, times: loginOfNetwork.times - 3 }, network['x-forwarded-for'])
    expect((await times(2, stranger)).map(({ status }) => status)).toEqual([400, 429])
  })

  test('works for the owner at home while strangers attack the account', async () => {
    const { email, password, home } = await attacked()
    expect((await wrong(email)).status).toBe(429)
    await login(email, password, home)
  })

  test('works after a short wait for the owner on a new network', async () => {
    const { email } = await attacked()
    const { details } = await wrong(email)
    expect(details?.retryAfter).toBeLessThanOrEqual(accountLimits.loginOfAccountUnderAttack.seconds)
  })
})

describe('registering', () => {
  const register = (email: string, headers: Record<string, string>) =>
    rejectionOf(signUp(shop, { email, from: headers }))

  test('taken addresses is stopped after a few, whatever the next address is', async () => {
    const { email } = await signUp(shop, { from: elsewhere() })
    const network = elsewhere()
    const rejections = await times(6, () => register(email, network))
    expect(rejections.map(({ code }) => code)).toEqual([
      ...Array(5).fill('REGISTRATION_FAILED'),
      'TOO_MANY_REQUESTS',
    ])
    const unknown = await register(`${crypto.randomUUID()}@example.com`, network)
    expect(unknown).toMatchObject({ status: 429, details: { retryAfter: expect.any(Number) } })
    await signUp(shop, { from: elsewhere() })
  })
})

describe('asking for a new password', () => {
  test('is answered once an hour after ten times a day, so that the owner always has a valid link', async () => {
    const { email } = await signUp(shop, { from: elsewhere() })
    const forgot = () => shop.call('forgotPassword', { body: { email }, headers: elsewhere() })
    await count(accountLimits.forgotOfAccountADay, email)
    await forgot()
    const { status, details } = await rejectionOf(forgot())
    expect(status).toBe(429)
    expect(details?.retryAfter).toBeLessThanOrEqual(60 * 60)
  })
})

describe('the address in a header', () => {
  test.each([
    ['of one proxy', (address: string, port: number) => `${address}:${port}`],
    ['of two proxies', (address: string, port: number) => `${address}:${port}, 127.0.0.1:${port}`],
  ])('counts alike with every port: %s', async (_title, forwarded) => {
    for (const address of ['198.51.100.7', '[2001:db8:0:7::1]']) {
      let port = 1024
      const from = () => ({ 'x-forwarded-for': forwarded(address, ++port) })
      const email = `${crypto.randomUUID()}@example.com`
      const rejections = await times(6, () => wrong(email, from()))
      expect(rejections.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429])
    }
    const email = `${crypto.randomUUID()}@example.com`
    await times(5, () => wrong(email, { 'x-forwarded-for': forwarded('198.51.100.8', 1) }))
    const other = await wrong(email, { 'x-forwarded-for': forwarded('198.51.100.9', 1) })
    expect(other.status).toBe(400)
  })

  test('is ignored if no proxy is trusted', async () => {
    const open = await openTestShop({ empty: true, settings: { RATE_LIMIT_MULTIPLIER: '1' } })
    const rejections = await times(6, () =>
      rejectionOf(
        open.call('login', {
          body: { email: 'nobody@example.com', password: 'a password' },
          headers: elsewhere(),
        }),
      ),
    )
    expect(rejections.at(-1)?.status).toBe(429)
    await open.close()
  })
})

describe('other requests', () => {
  const link = { token: 'nonsense', newPassword: 'a password' }
  test.each([
    [
      'registering',
      accountLimits.register.times,
      (headers: Record<string, string>) => {
        const email = `${crypto.randomUUID()}@example.com`
        return shop.call('register', {
          body: { name: 'A', email, password: 'a password' },
          headers,
        })
      },
    ],
    [
      'asking for new passwords of one account',
      accountLimits.forgotOfAccount.times,
      () => shop.call('forgotPassword', { body: { email: 'a@example.com' }, headers: elsewhere() }),
    ],
    [
      'asking for new passwords of many accounts',
      accountLimits.forgotOfNetwork.times,
      (headers: Record<string, string>) => {
        const email = `${crypto.randomUUID()}@example.com`
        return shop.call('forgotPassword', { body: { email }, headers })
      },
    ],
    [
      'following links',
      accountLimits.link.times,
      (headers: Record<string, string>) => shop.call('resetPassword', { body: link, headers }),
    ],
    [
      'refreshing',
      accountLimits.refresh.times,
      (headers: Record<string, string>) =>
        shop.call('refresh', { body: { refreshToken: 'nonsense' }, headers }),
    ],
  ])('%s is limited', async (_title, limit, call) => {
    const network = elsewhere()
    const statusOf = () =>
      call(network).then(
        () => 200,
        ({ status }: Rejection) => status,
      )
    for (let round = 0; round < limit; round += 1) expect(await statusOf()).not.toBe(429)
    expect(await statusOf()).toBe(429)
  })

  test('checking the own password has one limit for all purposes', async () => {
    const { headers, password } = await signUp(shop, { from: elsewhere() })
    const { times: limit } = accountLimits.passwordCheck
    const close = (tried: string) =>
      rejectionOf(shop.call('deleteAccount', { body: { password: tried }, headers }))
    await times(limit, () => close('a wrong password'))
    expect((await close(password)).status).toBe(429)
  })
})

describe('codes of an authenticator app', () => {
  test('are not guessed for longer than a day’s attempts; a recovery code still signs in', async () => {
    const owner = await signUp(shop, { role: 'ADMIN', from: elsewhere() })
    const { secret, recoveryCodes } = await addTotp(shop, owner)
    const pass = async (secretCode: string) => {
      const { details } = await rejectionOf(login(owner.email, owner.password))
      const body = { ticket: String(details?.ticket), secretCode }
      return shop.call('passSecondFactor', { body, headers: elsewhere() })
    }
    const day = accountLimits.appCodeOfAccountADay
    await count(day, owner.userId)
    const { status, details } = await rejectionOf(pass(codeAt(secret, new Date())))
    expect(status).toBe(429)
    expect(details?.retryAfter).toBeGreaterThan(60 * 60)
    const { data } = await pass(recoveryCodes[0] ?? '')
    expect(data.accessToken).toBeTruthy()
  })
})

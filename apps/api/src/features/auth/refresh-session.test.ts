import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rejectionOf } from '../../../test/rejection.ts'
import { signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { removeOldSessions } from './auth.routes.ts'

const second = 1_000
const day = 24 * 60 * 60 * second

let shop: TestShop
let now: number
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
})
beforeEach(() => {
  now = Date.now()
  shop.setTime(new Date(now))
})
afterAll(() => shop.close())

const pass = (milliseconds: number) => {
  now += milliseconds
  shop.setTime(new Date(now))
}
const refresh = async (refreshToken: string) =>
  (await shop.call('refresh', { body: { refreshToken } })).data
const profileOf = (accessToken: string) =>
  shop.call('getProfile', { headers: { authorization: `Bearer ${accessToken}` } })
const rejected = { status: 401, code: 'UNAUTHENTICATED' }

describe('a refresh token', () => {
  test('returns another, and a working access token', async () => {
    const { refreshToken, email } = await signUp(shop)
    const next = await refresh(refreshToken)
    expect(next.refreshToken).not.toBe(refreshToken)
    expect((await profileOf(next.accessToken)).data.profile.email).toBe(email)
    await refresh(next.refreshToken)
  })

  test('used by many tabs at once returns the same successor to all', async () => {
    const { refreshToken } = await signUp(shop)
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(refreshToken)))
    expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1)
    for (const { accessToken } of answers) await profileOf(accessToken)
  })

  test('used again within the grace period returns the same successor', async () => {
    const { refreshToken } = await signUp(shop)
    const first = await refresh(refreshToken)
    pass(20 * second)
    expect((await refresh(refreshToken)).refreshToken).toBe(first.refreshToken)
  })

  test('used again after the grace period ends the session', async () => {
    const { refreshToken, headers } = await signUp(shop)
    const next = await refresh(refreshToken)
    await profileOf(next.accessToken)
    pass(20 * second + 1)
    expect(await rejectionOf(refresh(refreshToken))).toMatchObject(rejected)
    expect(await rejectionOf(refresh(next.refreshToken))).toMatchObject(rejected)
    expect(await rejectionOf(profileOf(next.accessToken))).toMatchObject(rejected)
    expect(await rejectionOf(shop.call('getProfile', { headers }))).toMatchObject(rejected)
  })

  test('that is stolen does not affect other sessions of the account', async () => {
    const { refreshToken, email, password } = await signUp(shop)
    const other = (await shop.call('login', { body: { email, password } })).data
    await refresh(refreshToken)
    pass(60 * second)
    await rejectionOf(refresh(refreshToken))
    await refresh(other.refreshToken)
  })

  test('is valid for sixty days after the last refresh', async () => {
    let { refreshToken } = await signUp(shop)
    for (let round = 0; round < 3; round += 1) {
      pass(59 * day)
      refreshToken = (await refresh(refreshToken)).refreshToken
    }
    pass(60 * day)
    expect(await rejectionOf(refresh(refreshToken))).toMatchObject(rejected)
  })

  test('of a blocked account is rejected', async () => {
    const { refreshToken, userId } = await signUp(shop)
    await shop.ctx.db.pool.query('update users set blocked_at = now() where id = $1', [userId])
    expect(await rejectionOf(refresh(refreshToken))).toMatchObject(rejected)
  })

  test('that was never issued is rejected', async () => {
    expect(await rejectionOf(refresh('a'.repeat(43)))).toMatchObject(rejected)
  })

  test('is stored as a hash only', async () => {
    const { refreshToken } = await signUp(shop)
    const next = await refresh(refreshToken)
    const { rows } = await shop.ctx.db.pool.query('select t::text as row from refresh_token t')
    const kept = JSON.stringify(rows)
    for (const token of [refreshToken, next.refreshToken]) {
      expect(kept).not.toContain(token)
      expect(kept).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
    }
  })
})

describe('signing out', () => {
  test('ends the session, including its access token', async () => {
    const { refreshToken, headers } = await signUp(shop)
    await shop.call('getProfile', { headers })
    await shop.call('logout', { body: { refreshToken } })
    expect(await rejectionOf(refresh(refreshToken))).toMatchObject(rejected)
    expect(await rejectionOf(shop.call('getProfile', { headers }))).toMatchObject(rejected)
  })

  test('again, or of an unknown session, is no error', async () => {
    const { refreshToken } = await signUp(shop)
    for (const token of [refreshToken, refreshToken, 'nonsense'])
      await shop.call('logout', { body: { refreshToken: token } })
  })

  test('everywhere ends every session', async () => {
    const { refreshToken, headers, email, password } = await signUp(shop)
    const other = (await shop.call('login', { body: { email, password } })).data
    await shop.call('logoutEverywhere', { headers })
    for (const token of [refreshToken, other.refreshToken])
      expect(await rejectionOf(refresh(token))).toMatchObject(rejected)
    expect(await rejectionOf(profileOf(other.accessToken))).toMatchObject(rejected)
  })
})

test('expired sessions are removed, others are not', async () => {
  const { pool } = shop.ctx.db
  await pool.query('delete from session')
  const over = await signUp(shop)
  const going = await signUp(shop)
  pass(50 * day)
  const { refreshToken } = await refresh(going.refreshToken)
  pass(20 * day)
  await removeOldSessions(shop.ctx)
  const { rows } = await pool.query('select user_id from session')
  expect(rows).toEqual([{ user_id: going.userId }])
  expect((await pool.query('select from refresh_token')).rowCount).toBe(1)
  expect(await rejectionOf(refresh(over.refreshToken))).toMatchObject(rejected)
  await refresh(refreshToken)
})

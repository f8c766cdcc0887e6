import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDemoAccounts, seedDemoAccounts } from '../../../database/seed/demo-accounts.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { ensureAdministrator, makeAdministrator } from './accounts.admin.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
})
afterAll(() => shop.close())

const password = 'a password of the shop'

async function signIn(email: string, password: string) {
  const { data } = await shop.call('login', { body: { email, password } })
  const headers = { authorization: `Bearer ${data.accessToken}` }
  return (await shop.call('getProfile', { headers })).data.profile
}

test('the demo data contains a shopper and an administrator, seeded once', async () => {
  const demo = await openTestShop({ empty: true })
  await seedDemoAccounts(demo.ctx.db, new Date())
  const accounts = await openDemoAccounts(demo.ctx.db)
  expect(accounts.map(({ email, password, role }) => [email, password, role])).toEqual([
    ['shopper@example.com', 'shopper-demo', 'USER'],
    ['admin@example.com', 'admin-demo-2026', 'ADMIN'],
  ])
  const changed = { email: 'admin@example.com', password }
  await makeAdministrator(demo.ctx, changed)
  await seedDemoAccounts(demo.ctx.db, new Date())
  expect(await openDemoAccounts(demo.ctx.db)).toHaveLength(1)
  await demo.close()
})

test('an administrator’s account is created', async () => {
  await makeAdministrator(shop.ctx, { email: 'Head@example.com', password })
  expect(await signIn('head@example.com', password)).toMatchObject({ role: 'ADMIN' })
})

test('an account that a stranger has opened is taken over with all sessions ended', async () => {
  const stranger = await signUp(shop, { email: 'owner@example.com' })
  await ensureAdministrator(shop.ctx, { email: 'Owner@example.com', password })
  await shop.changesReceived()
  expect(await rejectionOf(shop.call('getProfile', { headers: stranger.headers }))).toMatchObject({
    status: 401,
  })
  const body = { email: stranger.email, password: stranger.password }
  expect(await rejectionOf(shop.call('login', { body }))).toMatchObject({ code: 'LOGIN_FAILED' })
  expect(await signIn('owner@example.com', password)).toMatchObject({
    role: 'ADMIN',
    nickName: null,
  })
})

test('an administrator keeps the password on the next start', async () => {
  await ensureAdministrator(shop.ctx, { email: 'first@example.com', password })
  await ensureAdministrator(shop.ctx, { email: 'first@example.com', password: 'from the setting' })
  expect(await signIn('first@example.com', password)).toMatchObject({ role: 'ADMIN' })
})

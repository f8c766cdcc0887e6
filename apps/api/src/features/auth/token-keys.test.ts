import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { decodeProtectedHeader } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rejectionOf } from '../../../test/rejection.ts'
import { signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { removeOldSessions } from './auth.routes.ts'
import { rotateTokenKeys } from './token-keys.ts'

const minute = 60_000

let shop: TestShop
/** Another process of the shop. */
let other: TestShop
let now: number

beforeEach(async () => {
  shop = await openTestShop({ empty: true })
  other = await openTestShop({ empty: true, beside: shop })
  now = Date.now()
  pass(0)
})
afterEach(async () => {
  await other.close()
  await shop.close()
})

function pass(milliseconds: number) {
  now += milliseconds
  for (const process of [shop, other]) process.setTime(new Date(now))
}

async function rotate(options?: { atOnce: boolean }) {
  await rotateTokenKeys(shop.ctx, options)
  await Promise.all([shop.changesReceived(), other.changesReceived()])
}

const bearer = (accessToken: string) => ({ headers: { authorization: `Bearer ${accessToken}` } })
const refreshAt = async (at: TestShop, refreshToken: string) =>
  (await at.call('refresh', { body: { refreshToken } })).data
/** The id of the key that signed a token. */
const keyOf = (accessToken: string) => decodeProtectedHeader(accessToken).kid
const rejected = { status: 401, code: 'UNAUTHENTICATED' }

describe('a rotated key', () => {
  test('signs after a minute, in every process and without a restart', async () => {
    const before = await signUp(shop)
    await rotate()
    const meanwhile = await refreshAt(other, before.refreshToken)
    expect(keyOf(meanwhile.accessToken)).toBe(keyOf(before.accessToken))
    pass(minute)
    const after = await refreshAt(other, meanwhile.refreshToken)
    expect(keyOf(after.accessToken)).toMatch(/^[0-9a-f-]{36}$/)
    await shop.call('getProfile', bearer(after.accessToken))
    expect(keyOf((await signUp(shop)).accessToken)).toBe(keyOf(after.accessToken))
  })

  test('leaves what the older one signed valid as long as that lives', async () => {
    await rotate()
    pass(minute - 1)
    const { accessToken } = await signUp(shop)
    pass(1)
    expect(keyOf((await signUp(shop)).accessToken)).not.toBe(keyOf(accessToken))
    pass(15 * minute - 1_000)
    for (const process of [shop, other]) await process.call('getProfile', bearer(accessToken))
  })

  test('signs nobody out, however often keys are rotated', async () => {
    let { refreshToken } = await signUp(shop)
    for (const at of [other, shop, other]) {
      await rotate()
      pass(30 * minute)
      const tokens = await refreshAt(at, refreshToken)
      await shop.call('getProfile', bearer(tokens.accessToken))
      refreshToken = tokens.refreshToken
    }
  })

  test('does not give two tabs different refresh tokens', async () => {
    const { refreshToken } = await signUp(shop)
    await rotate()
    pass(minute - 10_000)
    const first = await refreshAt(shop, refreshToken)
    pass(15_000)
    const second = await refreshAt(other, refreshToken)
    expect(second.refreshToken).toBe(first.refreshToken)
    expect(keyOf(second.accessToken)).not.toBe(keyOf(first.accessToken))
    await refreshAt(shop, second.refreshToken)
  })

  test('is dropped a while after the next one signs', async () => {
    const keysStored = async () =>
      (await shop.ctx.db.pool.query('select id from token_key')).rows.map(({ id }) => id)
    await rotate()
    pass(minute)
    const { accessToken } = await signUp(shop)
    await rotate()
    pass(16 * minute)
    await removeOldSessions(shop.ctx)
    expect(await keysStored()).toContain(keyOf(accessToken))
    pass(2 * minute)
    await removeOldSessions(shop.ctx)
    const left = await keysStored()
    expect(left).toHaveLength(1)
    expect(left).not.toContain(keyOf(accessToken))
    // Were the clocks set back, its tokens would still be rejected.
    pass(-17 * minute)
    await Promise.all([shop.changesReceived(), other.changesReceived()])
    for (const process of [shop, other])
      expect(await rejectionOf(process.call('getProfile', bearer(accessToken)))).toMatchObject(
        rejected,
      )
  })
})

test('a key that is replaced at once is rejected at once, and sessions go on', async () => {
  const first = await signUp(shop)
  await rotate()
  pass(minute)
  const second = await signUp(shop)
  for (const { accessToken } of [first, second]) await other.call('getProfile', bearer(accessToken))
  await rotate({ atOnce: true })
  for (const { accessToken, refreshToken } of [first, second])
    for (const process of [shop, other]) {
      expect(await rejectionOf(process.call('getProfile', bearer(accessToken)))).toMatchObject(
        rejected,
      )
      const next = await refreshAt(process, refreshToken)
      await shop.call('getProfile', bearer(next.accessToken))
    }
})

test('a key of one’s own is no key', async () => {
  const { accessToken } = await signUp(shop)
  const [, payload = ''] = accessToken.split('.')
  const header = Buffer.from(JSON.stringify({ alg: 'HS256', kid: 'mine' })).toString('base64url')
  const forged = [header, payload, 'AAAA'].join('.')
  expect(await rejectionOf(shop.call('getProfile', bearer(forged)))).toMatchObject(rejected)
})

describe('npm run keys', () => {
  const command = fileURLToPath(new URL('../../keys-command.ts', import.meta.url))
  async function run(...args: string[]): Promise<string> {
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
    const env = { PATH, HOME, NODE_COMPILE_CACHE, DATABASE_URL: shop.databaseUrl }
    const ran = promisify(execFile)(process.execPath, [command, ...args], { env })
    return ran.then(
      ({ stdout }) => stdout.trim(),
      ({ stderr }: { stderr: string }) => stderr.trim(),
    )
  }

  test('rotate makes a key that running processes sign with', async () => {
    for (const process of [shop, other]) process.setTime(null)
    expect(await run()).toMatch(/^Key first: valid$/m)
    const output = await run('rotate')
    expect(output).toMatch(/^Key [0-9a-f-]{36}: signs from 20\S+Z on$/m)
    expect(output).toMatch(/^Key first: valid, until 20\S+Z$/m)
    const id = /^Key ([0-9a-f-]{36}):/m.exec(output)?.[1]
    await Promise.all([shop.changesReceived(), other.changesReceived()])
    other.setTime(new Date(Date.now() + 2 * minute))
    expect(keyOf((await signUp(other)).accessToken)).toBe(id)
  })

  test('rotate --at-once leaves one key', async () => {
    await run('rotate')
    expect((await run('rotate', '--at-once')).match(/^Key .*/gm)).toEqual([
      expect.stringMatching(/^Key [0-9a-f-]{36}: valid$/),
    ])
  })

  test.each([['delete'], ['rotate', 'twice'], ['--at-once'], ['--now']])(
    '%s %s is rejected with a sentence',
    async (...args) => {
      expect(await run(...args.filter((arg) => arg !== undefined))).toMatch(
        /Use it as: npm run keys/,
      )
    },
  )
})

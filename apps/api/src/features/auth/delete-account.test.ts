import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Authenticator } from '../../../test/authenticator.ts'
import { emailTo } from '../../../test/emails.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { accountLimits } from './account-limits.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
})
afterAll(() => shop.close())

type Headers = Pick<SignedUp, 'headers'>

const codeIn = (text: string | null) => /Code: (\d{6})/.exec(text ?? '')?.[1] ?? ''
const close = ({ headers }: Headers, body: object) =>
  shop.call('deleteAccount', { headers, body } as never)
const isOpen = ({ headers }: Headers) =>
  shop.call('getProfile', { headers }).then(
    () => true,
    () => false,
  )

/** The first code to sign in with an address. */
async function signInCodeOf(email: string) {
  const { data } = await shop.call('requestSignInCode', { body: { email } })
  const { text } = await emailTo(shop, email, 'sign-in-code')
  return { request: data.request, code: codeIn(text) }
}

/** Opens an account by a code, so that it has no known password. */
async function byCode() {
  const email = `${crypto.randomUUID()}@example.com`
  const body = await signInCodeOf(email)
  const { accessToken } = (await shop.call('signInByCode', { body })).data
  return { email, headers: { authorization: `Bearer ${accessToken}` } }
}

/** A code to delete an account, as its owner reads it. */
async function deletionCodeOf({ email, headers }: Pick<SignedUp, 'email' | 'headers'>) {
  const { request } = (await shop.call('requestDeletionCode', { headers })).data
  const { subject, text } = await emailTo(shop, email, 'deletion-code')
  return { request, code: codeIn(text), subject }
}

/** Adds a passkey; returns the device that holds it. */
async function addPasskey({ headers }: Headers) {
  const device = new Authenticator(shop.ctx.config.publicUrl)
  const passkey = device.make((await shop.call('beginPasskey', { headers })).data)
  await shop.call('addPasskey', { headers, body: { name: 'My phone', passkey } })
  return device
}

describe('an account is deleted', () => {
  test('with its password, and with no other', async () => {
    const shopper = await signUp(shop)
    expect(await rejectionOf(close(shopper, { password: 'another-one' }))).toMatchObject({
      code: 'WRONG_PASSWORD',
    })
    await close(shopper, { password: shopper.password })
    expect(await isOpen(shopper)).toBe(false)
  })

  test('with a code of an e-mail, which says what it is for, where nobody has chosen a password', async () => {
    const shopper = await byCode()
    const { subject, ...proof } = await deletionCodeOf(shopper)
    expect(subject).toBe('Your code to delete your account')
    await close(shopper, proof)
    expect(await isOpen(shopper)).toBe(false)
    const { rows } = await shop.ctx.db.pool.query('select from sign_in_code where email = $1', [
      shopper.email,
    ])
    expect(rows).toEqual([])
  })
})

describe('an account stays', () => {
  const wrongCode = { status: 400, code: 'SIGN_IN_CODE_WRONG' }

  test('with a wrong code, one of another account, or one for signing in', async () => {
    const [shopper, other] = [await signUp(shop), await byCode()]
    const own = await deletionCodeOf(shopper)
    const wrong = { request: own.request, code: own.code === '000000' ? '000001' : '000000' }
    const signIn = await signInCodeOf(shopper.email)
    const { subject: _, ...others } = await deletionCodeOf(other)
    for (const proof of [wrong, others, signIn])
      expect(await rejectionOf(close(shopper, proof))).toMatchObject(wrongCode)
    expect([await isOpen(shopper), await isOpen(other)]).toEqual([true, true])
  })

  test('with a passkey, which whoever has the session can add', async () => {
    const shopper = await byCode()
    const device = await addPasskey(shopper)
    const { data: request } = await shop.call('beginPasskeySignIn', {})
    const closing = close(shopper, { passkey: device.sign(request) })
    expect(await rejectionOf(closing)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await isOpen(shopper)).toBe(true)
  })
})

test('a code to delete an account does not sign in', async () => {
  const shopper = await byCode()
  const { request, code } = await deletionCodeOf(shopper)
  const signIn = shop.call('signInByCode', { body: { request, code } })
  expect(await rejectionOf(signIn)).toMatchObject({ code: 'SIGN_IN_CODE_WRONG' })
})

test('staff cannot delete their accounts, and get no code for it', async () => {
  const { headers, password } = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
  for (const rejected of [
    shop.call('requestDeletionCode', { headers }),
    close({ headers }, { password }),
  ])
    expect(await rejectionOf(rejected)).toMatchObject({ code: 'STAFF_ACCOUNT' })
})

describe('codes to delete an account', () => {
  let strict: TestShop
  beforeAll(async () => {
    strict = await openTestShop({ empty: true, settings: { RATE_LIMIT_MULTIPLIER: '1' } })
  })
  afterAll(() => strict.close())

  const ask = ({ headers }: Headers) => strict.call('requestDeletionCode', { headers })

  test('come and work when strangers have used up those to sign in', async () => {
    const { email, headers } = await signUp(strict)
    const { codeOfAccount, codeOfNetwork, codeCheck } = accountLimits
    const asking = () => strict.call('requestSignInCode', { body: { email } })
    for (let round = 0; round < codeOfAccount.times; round += 1) await asking()
    expect(await rejectionOf(asking())).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    // Uses up the limits of the owner's network as well.
    for (const limit of [codeOfNetwork, codeCheck])
      for (let round = 0; round < limit.times; round += 1)
        await strict.ctx.limits.count(limit, '127.0.0.1').catch(() => undefined)
    const guess = strict.call('signInByCode', { body: { request: 'none', code: '000000' } })
    expect(await rejectionOf(guess)).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    const { request } = (await ask({ headers })).data
    const code = codeIn((await emailTo(strict, email, 'deletion-code')).text)
    await strict.call('deleteAccount', { headers, body: { request, code } })
  })

  test('are limited for their account alone', async () => {
    const [shopper, other] = [await signUp(strict), await signUp(strict)]
    for (let round = 0; round < accountLimits.deletionCodeOfAccount.times; round += 1)
      await ask(shopper)
    expect(await rejectionOf(ask(shopper))).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await ask(other)
  })

  test('are checked so often and no more', async () => {
    const { headers, userId } = await signUp(strict)
    const { deletionCodeCheck } = accountLimits
    for (let round = 0; round < deletionCodeCheck.times; round += 1)
      await strict.ctx.limits.count(deletionCodeCheck, userId)
    const body = { request: 'none', code: '000000' }
    const guess = strict.call('deleteAccount', { headers, body })
    expect(await rejectionOf(guess)).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })
})

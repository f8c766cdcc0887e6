import { mostPasskeys } from '@solvane/contract/passkeys'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Authenticator, type Deviation } from '../../../test/authenticator.ts'
import { emailsTo, emailTo } from '../../../test/emails.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, type SignUpOptions, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { addTotp } from '../../../test/totp.ts'
import { accountLimits } from './account-limits.ts'
import { removeOldSessions } from './auth.routes.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
})
afterAll(() => shop.close())
beforeEach(() => shop.setTime(null))

const rejected = { status: 400, code: 'PASSKEY_REFUSED' }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const newAuthenticator = (at = shop) => new Authenticator(at.ctx.config.publicUrl)
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** Adds a passkey to a shopper's account; returns the device that holds it. */
async function addPasskey({ headers }: SignedUp, name = 'My phone') {
  const device = newAuthenticator()
  const { data: options } = await shop.call('beginPasskey', { headers })
  const passkey = device.make(options)
  const { data } = await shop.call('addPasskey', { headers, body: { name, passkey } })
  return { device, id: data.id }
}

/** A shopper with a passkey. */
async function shopperWithPasskey() {
  const shopper = await signUp(shop)
  return { shopper, ...(await addPasskey(shopper)) }
}

async function signIn(device: Authenticator, deviation?: Deviation, at = shop) {
  const { data: request } = await at.call('beginPasskeySignIn', {})
  return at.call('signInByPasskey', { body: { passkey: device.sign(request, deviation) } })
}

/** Adds a passkey to a member of staff who has just confirmed. */
async function addStaffPasskey({ headers }: SignedUp, name = 'Office laptop', at = shop) {
  const device = newAuthenticator(at)
  const { data: options } = await at.call('beginStaffPasskey', { headers })
  const passkey = device.make(options)
  const { data } = await at.call('addStaffPasskey', { headers, body: { name, passkey } })
  return { device, recoveryCodes: data.recoveryCodes }
}

async function confirmBy(device: Authenticator, { headers }: Pick<SignedUp, 'headers'>) {
  const { data: request } = await shop.call('beginPasskeyConfirmation', { headers })
  return shop.call('confirmAction', { headers, body: { passkey: device.sign(request) } })
}

const removeFirst = async ({ headers }: Pick<SignedUp, 'headers'>, at = shop) => {
  const [first] = (await at.call('getMySecurity', { headers })).data.passkeys
  return at.call('removeStaffPasskey', { headers, params: { passkeyId: first?.id ?? '' } })
}

describe('a passkey of a shopper', () => {
  test('signs in without e-mail and password, and says when', async () => {
    const { shopper, device, id } = await shopperWithPasskey()
    const list = () => shop.call('listMyPasskeys', shopper)
    const made = { id, name: 'My phone', createdAt: expect.any(String) }
    expect((await list()).data).toEqual([{ ...made, lastUsedAt: null }])
    const { data } = await signIn(device)
    expect(decodeJwt(data.accessToken).sub).toBe(shopper.userId)
    await shop.call('getProfile', { headers: bearer(data.accessToken) })
    expect((await list()).data).toEqual([{ ...made, lastUsedAt: expect.any(String) }])
    await signIn(device)
  })

  test('is made for the site, with the user verified, and without naming the person', async () => {
    const shopper = await signUp(shop)
    await addPasskey(shopper)
    const { data: options } = await shop.call('beginPasskey', shopper)
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [{ type: 'public-key', transports: ['internal'] }],
    })
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(16)
    const { data: request } = await shop.call('beginPasskeySignIn', {})
    expect(request).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(request.allowCredentials).toEqual([])
  })

  test.each([
    ['of another site', { origin: 'https://solvane.example' }],
    ['of an unlocked device whose user was not verified', { isVerified: false }],
    ['that names another account', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['that names no account', { userHandle: '' }],
  ])('is rejected %s', async (_, deviation) => {
    const { device } = await shopperWithPasskey()
    const { data: request } = await shop.call('beginPasskeySignIn', {})
    const passkey = device.sign(request, deviation)
    if (!passkey.response.userHandle) delete passkey.response.userHandle
    const call = shop.call('signInByPasskey', { body: { passkey } })
    expect(await rejectionOf(call)).toMatchObject(rejected)
  })

  test('is rejected if its counter has not grown: it may have been copied', async () => {
    const { device } = await shopperWithPasskey()
    await signIn(device, { counter: 7 })
    expect(await rejectionOf(signIn(device, { counter: 7 }))).toMatchObject(rejected)
    expect(await rejectionOf(signIn(device, { counter: 6 }))).toMatchObject(rejected)
    await signIn(device, { counter: 8 })
  })

  test('works where the device does not count', async () => {
    const { device } = await shopperWithPasskey()
    await signIn(device, { counter: 0 })
    await signIn(device, { counter: 0 })
  })

  test('is rejected with another signature, and if it was never added', async () => {
    const { device } = await shopperWithPasskey()
    const { data: request } = await shop.call('beginPasskeySignIn', {})
    const passkey = device.sign(request)
    passkey.response.signature = device.sign(request, { counter: 9 }).response.signature
    const forged = shop.call('signInByPasskey', { body: { passkey } })
    expect(await rejectionOf(forged)).toMatchObject(rejected)
    const stranger = await signUp(shop)
    const unknown = newAuthenticator()
    unknown.make((await shop.call('beginPasskey', stranger)).data)
    expect(await rejectionOf(signIn(unknown))).toMatchObject(rejected)
  })

  test('no longer signs in once it is removed, and nobody else can remove it', async () => {
    const { shopper, device, id } = await shopperWithPasskey()
    const remove = ({ headers }: SignedUp) =>
      shop.call('removePasskey', { headers, params: { passkeyId: id } })
    const missing = { status: 404, code: 'PASSKEY_NOT_FOUND' }
    expect(await rejectionOf(remove(await signUp(shop)))).toMatchObject(missing)
    await signIn(device)
    await remove(shopper)
    expect(await rejectionOf(signIn(device))).toMatchObject(rejected)
    expect(await rejectionOf(remove(shopper))).toMatchObject(missing)
    const subjects = (await emailsTo(shop, shopper.email)).map(({ subject }) => subject)
    expect(subjects).toEqual(
      expect.arrayContaining(['A passkey was added', 'A passkey was removed']),
    )
  })

  test('opens no blocked account', async () => {
    const { shopper, device } = await shopperWithPasskey()
    const owner = await signUp(shop, { role: 'ADMIN' })
    await shop.call('blockCustomer', {
      headers: owner.headers,
      params: { customerId: shopper.userId },
      body: { reason: 'Fraud' },
    })
    expect(await rejectionOf(signIn(device))).toMatchObject(rejected)
  })

  test('is limited in number', async () => {
    const shopper = await signUp(shop)
    for (let count = 0; count < mostPasskeys; count += 1) await addPasskey(shopper)
    expect(await rejectionOf(addPasskey(shopper))).toMatchObject({
      status: 409,
      code: 'TOO_MANY_PASSKEYS',
    })
  })

  test('is in the export of one’s own data, and deleted with the account', async () => {
    const { shopper, device } = await shopperWithPasskey()
    const { headers, password, userId } = shopper
    const { data } = await shop.call('exportMyData', { headers })
    expect(data.passkeys).toMatchObject([{ name: 'My phone' }])
    await shop.call('beginPasskey', { headers })
    await shop.call('deleteAccount', { headers, body: { password } })
    expect(await rejectionOf(signIn(device))).toMatchObject(rejected)
    for (const table of ['passkey', 'passkey_challenge']) {
      const left = await shop.ctx.db.pool.query(`select from ${table} where user_id = $1`, [userId])
      expect(left.rowCount, table).toBe(0)
    }
  })

  test('of a stranger who opened the account is removed when the owner of the address signs in', async () => {
    const { shopper, device } = await shopperWithPasskey()
    const { email } = shopper
    await shop.call('forgotPassword', { body: { email } })
    const { token } = await emailTo(shop, email, 'reset-password')
    await shop.call('resetPassword', { body: { token, newPassword: 'a password of mine' } })
    expect(await rejectionOf(signIn(device))).toMatchObject(rejected)

    const other = await shopperWithPasskey()
    const { data } = await shop.call('requestSignInCode', { body: { email: other.shopper.email } })
    const { text } = await emailTo(shop, other.shopper.email, 'sign-in-code')
    const code = /Code: (\d{6})/.exec(text ?? '')?.[1] ?? ''
    await shop.call('signInByCode', { body: { request: data.request, code } })
    expect(await rejectionOf(signIn(other.device))).toMatchObject(rejected)
  })

  test('of a confirmed account stays when its password is replaced', async () => {
    const { shopper, device } = await shopperWithPasskey()
    const { email } = shopper
    const welcome = await emailTo(shop, email, 'welcome')
    await shop.call('verifyEmail', { body: { token: welcome.token } })
    await shop.call('forgotPassword', { body: { email } })
    const { token } = await emailTo(shop, email, 'reset-password')
    await shop.call('resetPassword', { body: { token, newPassword: 'a password of mine' } })
    await signIn(device)
  })
})

describe('a challenge', () => {
  test('is signed once, also by concurrent requests and after a rejection', async () => {
    const { device } = await shopperWithPasskey()
    const { data: request } = await shop.call('beginPasskeySignIn', {})
    const enter = (deviation?: Deviation) =>
      shop.call('signInByPasskey', { body: { passkey: device.sign(request, deviation) } })
    const answers = await Promise.allSettled([enter(), enter(), enter()])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await rejectionOf(enter())).toMatchObject(rejected)

    const { data: another } = await shop.call('beginPasskeySignIn', {})
    for (const origin of ['https://elsewhere.example', shop.ctx.config.publicUrl]) {
      const passkey = device.sign(another, { origin })
      const call = shop.call('signInByPasskey', { body: { passkey } })
      expect(await rejectionOf(call)).toMatchObject(rejected)
    }
  })

  test('is valid for ten minutes', async () => {
    const { device } = await shopperWithPasskey()
    const { data: request } = await shop.call('beginPasskeySignIn', {})
    shop.setTime(later(10.1))
    const call = shop.call('signInByPasskey', { body: { passkey: device.sign(request) } })
    expect(await rejectionOf(call)).toMatchObject(rejected)
    await removeOldSessions(shop.ctx)
    const { rowCount } = await shop.ctx.db.pool.query(
      'select from passkey_challenge where challenge = $1',
      [Buffer.from(request.challenge, 'base64url')],
    )
    expect(rowCount).toBe(0)
  })

  test('counts for its account and purpose only', async () => {
    const [shopper, stranger] = [await signUp(shop), await signUp(shop)]
    const device = newAuthenticator()
    const passkey = device.make((await shop.call('beginPasskey', shopper)).data)
    const { headers } = stranger
    const stolen = shop.call('addPasskey', { headers, body: { name: 'Mine', passkey } })
    expect(await rejectionOf(stolen)).toMatchObject(rejected)

    const { data: request } = await shop.call('beginPasskeySignIn', {})
    const { data: options } = await shop.call('beginPasskey', shopper)
    const mixed = device.make({ ...options, challenge: request.challenge })
    const added = shop.call('addPasskey', { ...shopper, body: { name: 'Mine', passkey: mixed } })
    expect(await rejectionOf(added)).toMatchObject(rejected)
  })

  test.each([
    ['of another site', { origin: 'https://solvane.example' }],
    ['whose user was not verified', { isVerified: false }],
  ])('is not signed by a new passkey %s', async (_, deviation) => {
    const { headers } = await signUp(shop)
    const { data: options } = await shop.call('beginPasskey', { headers })
    const passkey = newAuthenticator().make(options, deviation)
    const call = shop.call('addPasskey', { headers, body: { name: 'Mine', passkey } })
    expect(await rejectionOf(call)).toMatchObject(rejected)
  })

  test('that nothing readable was signed for is rejected', async () => {
    const credential = { id: 'AA', rawId: 'AA', type: 'public-key' } as const
    for (const clientDataJSON of ['AA', 'e30', 'bnVsbA', 'eyJjaGFsbGVuZ2UiOjF9']) {
      const response = { clientDataJSON, authenticatorData: 'AA', signature: 'AA' }
      const call = shop.call('signInByPasskey', { body: { passkey: { ...credential, response } } })
      expect(await rejectionOf(call)).toMatchObject(rejected)
    }
  })

  test('is limited in number by network', async () => {
    const strict = await openTestShop({
      empty: true,
      settings: { RATE_LIMIT_MULTIPLIER: '1' },
    })
    try {
      const { times } = accountLimits.passkeyRequest
      for (let round = 0; round < times; round += 1) await strict.call('beginPasskeySignIn', {})
      expect((await rejectionOf(strict.call('beginPasskeySignIn', {}))).status).toBe(429)
    } finally {
      await strict.close()
    }
  })
})

describe('a passkey of staff', () => {
  const newOwner = (options: SignUpOptions = {}) => signUp(shop, { role: 'ADMIN', ...options })

  test('counts as both factors, and the password alone signs in no more', async () => {
    const owner = await newOwner()
    const { email, password } = owner
    const { data: before } = await shop.call('login', { body: { email, password } })
    const { device, recoveryCodes } = await addStaffPasskey(owner)
    expect(recoveryCodes).toHaveLength(10)
    // Other devices are signed out.
    const other = shop.call('getProfile', { headers: bearer(before.accessToken) })
    expect((await rejectionOf(other)).status).toBe(401)
    expect(await rejectionOf(shop.call('login', { body: { email, password } }))).toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
      details: { ways: ['PASSKEY', 'RECOVERY_CODE'] },
    })
    const { data } = await signIn(device)
    await shop.call('getDashboard', { headers: bearer(data.accessToken) })
    // The second passkey signs nobody out and creates no new recovery codes.
    expect((await addStaffPasskey(owner, 'Phone')).recoveryCodes).toBeNull()
    await shop.call('getDashboard', { headers: bearer(data.accessToken) })
  })

  test('is added and removed only after a confirmation, and not through the shop', async () => {
    const owner = await newOwner({ isConfirmed: false })
    const required = { code: 'CONFIRMATION_REQUIRED' }
    expect(await rejectionOf(addStaffPasskey(owner))).toMatchObject(required)
    const params = { passkeyId: crypto.randomUUID() }
    const remove = shop.call('removeStaffPasskey', { ...owner, params })
    expect(await rejectionOf(remove)).toMatchObject(required)
    expect(await rejectionOf(shop.call('beginPasskey', owner))).toMatchObject({
      code: 'STAFF_ACCOUNT',
    })
  })

  test('confirms a refund, whose audit entry names it', async () => {
    const owner = await newOwner()
    const { device } = await addStaffPasskey(owner, 'Safe “B”')
    const { data } = await signIn(device)
    const headers = bearer(data.accessToken)
    const refund = () =>
      shop.call('refundOrder', {
        headers,
        params: { orderId: crypto.randomUUID() },
        body: { amount: 1, reason: 'Damaged', key: crypto.randomUUID() },
      })
    expect(await rejectionOf(refund())).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      details: { ways: ['PASSKEY', 'RECOVERY_CODE'] },
    })
    await confirmBy(device, { headers })
    expect((await rejectionOf(refund())).code).toBe('ORDER_NOT_FOUND')
    const query = { actorId: owner.userId }
    const { data: entries } = await shop.call('listAuditEntries', { headers, query })
    const refunds = entries.filter(({ call }) => call === 'refundOrder')
    expect(refunds.map(({ confirmedBy }) => confirmedBy)).toEqual(['Passkey “Safe “B””'])
    const adding = entries.find(({ call }) => call === 'addStaffPasskey')
    expect(adding?.input.body).toEqual({ name: 'Safe “B”', passkey: '•••' })
  })

  test('confirms nothing for a colleague, or with what was signed for signing in', async () => {
    const [owner, colleague] = [await newOwner(), await newOwner()]
    const { device } = await addStaffPasskey(owner)
    const foreign = await addStaffPasskey(colleague)
    expect(await rejectionOf(confirmBy(foreign.device, owner))).toMatchObject(rejected)
    const { data: request } = await shop.call('beginPasskeySignIn', {})
    const call = shop.call('confirmAction', { ...owner, body: { passkey: device.sign(request) } })
    expect(await rejectionOf(call)).toMatchObject(rejected)
  })

  test('is lost with the role', async () => {
    const [owner, member] = [await newOwner(), await newOwner()]
    const { device } = await addStaffPasskey(member)
    await shop.call('removeStaff', { ...owner, params: { userId: member.userId } })
    expect(await rejectionOf(signIn(device))).toMatchObject(rejected)
  })

  test('is removed by its owner, and the recovery codes with the last factor', async () => {
    const owner = await newOwner()
    await addStaffPasskey(owner)
    await removeFirst(owner)
    const { data } = await shop.call('getMySecurity', owner)
    expect(data).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
    expect((await emailsTo(shop, owner.email)).at(-1)?.subject).toBe('A passkey was removed')
  })

  describe('where a second factor is required', () => {
    let strict: TestShop
    beforeAll(async () => {
      strict = await openTestShop({
        empty: true,
        beside: shop,
        settings: { STAFF_SECOND_FACTOR: 'required' },
      })
    })
    afterAll(() => strict.close())

    test('opens the back office at once, and stays if it is the last factor', async () => {
      const manager = await signUp(strict, { role: 'ADMIN', staffRole: 'MANAGER' })
      expect((await rejectionOf(strict.call('getDashboard', manager))).code).toBe(
        'SECOND_FACTOR_MISSING',
      )
      await addStaffPasskey(manager, 'Office laptop', strict)
      await strict.call('getDashboard', manager)
      expect(await rejectionOf(removeFirst(manager, strict))).toMatchObject({
        status: 409,
        code: 'LAST_FACTOR',
      })
      await strict.call('getDashboard', manager)
    })

    test('is never removed together with the authenticator app', async () => {
      const manager = await signUp(strict, { role: 'ADMIN', staffRole: 'MANAGER' })
      await addTotp(strict, manager)
      await addStaffPasskey(manager, 'Office laptop', strict)
      const answers = await Promise.allSettled([
        removeFirst(manager, strict),
        strict.call('removeTotp', manager),
      ])
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await strict.call('getDashboard', manager)
    })
  })
})

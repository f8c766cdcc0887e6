import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Authenticator } from '../../../test/authenticator.ts'
import { homeAddress, makeBuyer, order } from '../../../test/buyers.ts'
import { openChatPage, say } from '../../../test/chat-pages.ts'
import { emailsTo, emailTo } from '../../../test/emails.ts'
import { stockVariants } from '../../../test/product-factory.ts'
import { rejectionOf, rejectionsOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { untilBlocked } from '../../../test/wait-for-lock.ts'
import { accountLimits } from './account-limits.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
})
afterAll(() => shop.close())
beforeEach(() => shop.setTime(null))

const newAddress = () => `${crypto.randomUUID()}@example.com`

async function ask(email: string): Promise<string> {
  return (await shop.call('requestSignInCode', { body: { email } })).data.request
}

/** The code of an address's newest e-mail, after `count` of them. */
async function codeOf(email: string, count = 1): Promise<string> {
  const mails = await vi.waitFor(
    async () => {
      const sent = (await emailsTo(shop, email)).filter(({ kind }) => kind === 'sign-in-code')
      if (sent.length < count) throw new Error(`No code to ${email}`)
      return sent
    },
    { timeout: 60_000, interval: 20 },
  )
  return /Code: (\d{6})/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
}

const enter = (request: string, code: string) =>
  shop.call('signInByCode', { body: { request, code } })
const wrongCode = { status: 400, code: 'SIGN_IN_CODE_WRONG' }
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

/** Confirms the address of an account. */
async function confirmed() {
  const account = await signUp(shop)
  const { token } = await emailTo(shop, account.email, 'welcome')
  await shop.call('verifyEmail', { body: { token } })
  return account
}

describe('a code by e-mail', () => {
  test('signs in to an existing account, and leaves its password and sessions alone', async () => {
    const { email, password, userId, headers } = await confirmed()
    const request = await ask(` ${email.toUpperCase()} `)
    const { data } = await enter(request, await codeOf(email))
    expect(decodeJwt(data.accessToken).sub).toBe(userId)
    await shop.call('getProfile', { headers })
    await shop.call('login', { body: { email, password } })
  })

  test('opens an account with a confirmed address if it does not exist', async () => {
    const email = newAddress()
    const { data } = await enter(await ask(email), await codeOf(email))
    const headers = { authorization: `Bearer ${data.accessToken}` }
    const { profile } = (await shop.call('getProfile', { headers })).data
    expect(profile).toMatchObject({ email, nickName: null, role: 'USER', isEmailVerified: true })
  })

  test('is accepted with spaces, as it is copied', async () => {
    const { email } = await confirmed()
    const request = await ask(email)
    const code = await codeOf(email)
    await enter(request, ` ${code.slice(0, 3)}\u00a0${code.slice(3)}\n`)
  })

  test('takes an unconfirmed account away from the person who opened it', async () => {
    const stranger = await signUp(shop)
    const { email, password, headers, userId } = stranger
    const { token } = await emailTo(shop, email, 'welcome')
    const { data } = await enter(await ask(email), await codeOf(email))
    expect(decodeJwt(data.accessToken).sub).toBe(userId)
    expect((await rejectionOf(shop.call('getProfile', { headers }))).status).toBe(401)
    const login = shop.call('login', { body: { email, password } })
    expect((await rejectionOf(login)).code).toBe('LOGIN_FAILED')
    expect((await rejectionOf(shop.call('verifyEmail', { body: { token } }))).status).toBe(400)
    expect((await emailsTo(shop, email)).map(({ kind }) => kind)).toContain('password-removed')
  })

  test('is worth nothing in a browser that did not ask for it', async () => {
    const { email } = await confirmed()
    const victim = await ask(email)
    const code = await codeOf(email)
    const attacker = await ask(email)
    await codeOf(email, 2)
    expect(await rejectionOf(enter(crypto.randomUUID(), code))).toMatchObject(wrongCode)
    const codes = (await emailsTo(shop, email)).map(
      ({ text }) => /Code: (\d{6})/.exec(text ?? '')?.[1],
    )
    // One in a million codes is the same for both.
    if (codes.at(-1) !== code)
      expect(await rejectionOf(enter(attacker, code))).toMatchObject(wrongCode)
    await enter(victim, code)
  })

  test('works once, also when entered many times at once', async () => {
    const { email } = await confirmed()
    const request = await ask(email)
    const code = await codeOf(email)
    const answers = await Promise.allSettled([1, 2, 3].map(() => enter(request, code)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await rejectionOf(enter(request, code))).toMatchObject(wrongCode)
  })

  test('is void after five wrong attempts, also concurrent ones', async () => {
    const { email } = await confirmed()
    const request = await ask(email)
    const code = await codeOf(email)
    const rejections = await rejectionsOf(
      [1, 2, 3, 4, 5].map(() => enter(request, otherThan(code))),
    )
    for (const rejection of rejections) expect(rejection).toMatchObject(wrongCode)
    expect(await rejectionOf(enter(request, code))).toMatchObject(wrongCode)
  })

  test('is valid for ten minutes', async () => {
    const { email } = await confirmed()
    const now = Date.now()
    shop.setTime(new Date(now))
    const requests = [await ask(email), await ask(email)]
    await codeOf(email, 2)
    const { rows } = await shop.ctx.db.pool.query(
      'select expires_at from sign_in_code where email = $1',
      [email],
    )
    for (const { expires_at } of rows) expect(expires_at.getTime()).toBe(now + 10 * 60_000)
    shop.setTime(new Date(now + 10 * 60_000 + 1))
    for (const request of requests)
      for (const mail of await emailsTo(shop, email)) {
        const code = /Code: (\d{6})/.exec(mail.text ?? '')?.[1]
        if (code) expect(await rejectionOf(enter(request, code))).toMatchObject(wrongCode)
      }
  })

  test('is not stored in a form that can be read', async () => {
    const email = newAddress()
    const request = await ask(email)
    const code = await codeOf(email)
    const { rows } = await shop.ctx.db.pool.query('select * from sign_in_code where email = $1', [
      email,
    ])
    expect(rows).toHaveLength(1)
    const stored = JSON.stringify(rows[0], (_key, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    )
    expect(stored).not.toContain(code)
    expect(stored).not.toContain(request)
  })

  test('is not sent to a blocked account or for an unaccepted invitation', async () => {
    const blocked = await signUp(shop)
    await shop.ctx.db.pool.query('update users set blocked_at = now() where id = $1', [
      blocked.userId,
    ])
    const invited = await signUp(shop, { role: 'ADMIN' })
    for (const { email } of [blocked, invited]) await ask(email)
    // Jobs are carried out one after the other.
    const last = newAddress()
    await ask(last)
    await codeOf(last)
    for (const { email } of [blocked, invited])
      expect((await emailsTo(shop, email)).map(({ kind }) => kind)).not.toContain('sign-in-code')
  })

  test('is hidden from staff while a mail server sends it', async () => {
    const staff = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
    const email = newAddress()
    await ask(email)
    const code = await codeOf(email)
    const { headers } = staff
    const { data: found } = await shop.call('listEmails', { headers, query: { q: email } })
    const params = { emailId: found[0]?.id ?? '' }
    const { data } = await shop.call('getEmail', { headers, params })
    expect(JSON.stringify([found, data])).not.toContain(code)
    expect(data.isWithoutLinks).toBe(true)
  })

  test('leaves nothing behind when the account is closed', async () => {
    const account = await confirmed()
    const { email, password, headers } = account
    await ask(email)
    await codeOf(email)
    await shop.call('deleteAccount', { headers, body: { password } })
    const { rowCount } = await shop.ctx.db.pool.query('select from sign_in_code where email = $1', [
      email,
    ])
    expect(rowCount).toBe(0)
  })
})

describe('an unconfirmed account that the owner of its address takes over', () => {
  let full: TestShop
  beforeAll(async () => {
    full = await openTestShop()
  })
  afterAll(() => full.close())

  const emailWith = async (email: string, kind: string) => emailTo(full, email, kind)
  const byCode = async (email: string) => {
    const { request } = (await full.call('requestSignInCode', { body: { email } })).data
    const code = /Code: (\d{6})/.exec((await emailWith(email, 'sign-in-code')).text ?? '')?.[1]
    return (await full.call('signInByCode', { body: { request, code } })).data
  }
  const byLink = async (email: string) => {
    await full.call('forgotPassword', { body: { email } })
    const { token } = await emailWith(email, 'reset-password')
    const password = 'a password of the owner'
    await full.call('resetPassword', { body: { token, newPassword: password } })
    return (await full.call('login', { body: { email, password } })).data
  }
  const exported = async (accessToken: string) => {
    const headers = { authorization: `Bearer ${accessToken}` }
    return (await full.call('exportMyData', { headers })).data
  }

  test.each([
    ['a code', byCode],
    ['a link to a new password', byLink],
  ])(
    'by %s has no addresses and messages of the stranger, who is signed out',
    async (_way, takeOver) => {
      const stranger = await makeBuyer(full)
      const { headers, email, userId } = stranger
      const [variant] = await stockVariants(full, 1, 10)
      const placed = await order(full, stranger, [variant])
      await full.call('addCartItem', { headers, body: { variantId: variant.id } })
      await full.call('addFavorites', { headers, body: { variantIds: [variant.id] } })
      const page = await openChatPage(full, stranger)
      await say(page, 'I am somebody else')
      const device = new Authenticator(full.ctx.config.publicUrl)
      const passkey = device.make((await full.call('beginPasskey', { headers })).data)
      await full.call('addPasskey', { headers, body: { name: 'A phone', passkey } })
      const before = await exported(stranger.accessToken)
      for (const list of [before.addresses, before.cart, before.favorites, before.passkeys])
        expect(list).toHaveLength(1)
      const signedOut = new Promise((resolve) => page.socket.once('disconnect', resolve))

      const { accessToken } = await takeOver(email)
      expect(decodeJwt(accessToken).sub).toBe(userId)
      expect(await exported(accessToken)).toMatchObject({
        profile: { email, isEmailVerified: true },
        addresses: [],
        // In most cases the owner has filled them.
        cart: before.cart,
        favorites: before.favorites,
        passkeys: [],
        chat: { messages: [] },
        // It was e-mailed to the address, and is still to be paid and sent.
        orders: [{ orderNumber: placed.orderNumber }],
      })
      await signedOut
      expect((await rejectionOf(full.call('getProfile', { headers }))).status).toBe(401)
      const login = full.call('login', { body: { email, password: stranger.password } })
      expect((await rejectionOf(login)).code).toBe('LOGIN_FAILED')
      const { data: request } = await full.call('beginPasskeySignIn', {})
      const byPasskey = full.call('signInByPasskey', { body: { passkey: device.sign(request) } })
      expect((await rejectionOf(byPasskey)).code).toBe('PASSKEY_REFUSED')
    },
  )

  test.each([
    [
      'adds a passkey',
      async ({ headers }: SignedUp) => {
        const device = new Authenticator(full.ctx.config.publicUrl)
        const passkey = device.make((await full.call('beginPasskey', { headers })).data)
        return () => full.call('addPasskey', { headers, body: { name: 'A phone', passkey } })
      },
    ],
    [
      'deletes it',
      async ({ headers, password }: SignedUp) =>
        () =>
          full.call('deleteAccount', { headers, body: { password } }),
    ],
  ])('is the owner’s also if the stranger %s at that moment', async (_what, prepare) => {
    const stranger = await signUp(full)
    const send = await prepare(stranger)
    const takingOver = await full.ctx.db.pool.connect()
    await takingOver.query('begin')
    await takingOver.query(`update users set password_hash = 'another' where id = $1`, [
      stranger.userId,
    ])
    const sent = rejectionOf(send())
    await untilBlocked(full, 'for no key update')
    await takingOver.query('update session set ended_at = now() where user_id = $1', [
      stranger.userId,
    ])
    await takingOver.query('commit')
    takingOver.release()
    expect(await sent).toMatchObject({ status: 401 })
    const { rows } = await full.ctx.db.pool.query(
      `select deleted_at, (select count(*)::integer from passkey p where p.user_id = u.id) as passkeys
       from users u where id = $1`,
      [stranger.userId],
    )
    expect(rows).toEqual([{ deleted_at: null, passkeys: 0 }])
  })

  test('keeps what its owner does afterwards', async () => {
    const { email } = await makeBuyer(full)
    const { accessToken } = await byCode(email)
    const headers = { authorization: `Bearer ${accessToken}` }
    await full.call('createAddress', { headers, body: homeAddress })
    await byLink(email)
    const { data } = await full.call('login', {
      body: { email, password: 'a password of the owner' },
    })
    expect((await exported(data.accessToken)).addresses).toHaveLength(1)
  })
})

describe('asking for codes', () => {
  test('answers alike for every address, up to a limit that is the same for all', async () => {
    const strict = await openTestShop({ empty: true, settings: { RATE_LIMIT_MULTIPLIER: '1' } })
    try {
      const { email } = await signUp(strict)
      const { times } = accountLimits.codeOfAccount
      for (const address of [email, newAddress()]) {
        const request = () => strict.call('requestSignInCode', { body: { email: address } })
        for (let round = 0; round < times; round += 1)
          expect(Object.keys((await request()).data)).toEqual(['request'])
        expect((await rejectionOf(request())).status).toBe(429)
      }
    } finally {
      await strict.close()
    }
  })
})

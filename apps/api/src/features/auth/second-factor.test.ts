import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emailsTo } from '../../../test/emails.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { addTotp, codeAt } from '../../../test/totp.ts'
import { makeAdministrator } from './accounts.admin.ts'

const start = new Date('2026-11-24T12:00:10Z')
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
})
afterAll(() => shop.close())
beforeEach(() => shop.setTime(start))

const login = ({ email, password }: SignedUp) => shop.call('login', { body: { email, password } })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Signs in with the password; returns the ticket of the sign-in that waits. */
async function ticketOf(account: SignedUp): Promise<string> {
  const rejection = await rejectionOf(login(account))
  expect(rejection).toMatchObject({ status: 403, code: 'SECOND_FACTOR_REQUIRED' })
  return String(rejection.details?.ticket)
}

const pass = (ticket: string, secretCode: string) =>
  shop.call('passSecondFactor', { body: { ticket, secretCode } })

const wrong = { status: 400, code: 'FACTOR_CODE_WRONG' }

describe('signing in with a second factor', () => {
  test('returns tokens only after the code', async () => {
    const owner = await signUp(shop, { role: 'ADMIN' })
    const { secret } = await addTotp(shop, owner)
    shop.setTime(later(60))
    const rejection = await rejectionOf(login(owner))
    expect(rejection.details).toEqual({
      ticket: expect.any(String),
      ways: ['TOTP', 'RECOVERY_CODE'],
    })
    const ticket = String(rejection.details?.ticket)
    // The ticket opens nothing by itself.
    expect((await rejectionOf(shop.call('getProfile', { headers: bearer(ticket) }))).status).toBe(
      401,
    )
    expect(
      (await rejectionOf(shop.call('refresh', { body: { refreshToken: ticket } }))).status,
    ).toBe(401)
    const { data } = await pass(ticket, codeAt(secret, later(60)))
    await shop.call('getDashboard', { headers: bearer(data.accessToken) })
    expect((await rejectionOf(pass(ticket, codeAt(secret, later(90))))).code).toBe(
      'SIGN_IN_EXPIRED',
    )
  })

  test.each([
    ['with the space that apps show', (code: string) => `${code.slice(0, 3)} ${code.slice(3)} `],
    [
      'in wide digits',
      (code: string) => code.replace(/\d/g, (digit) => '０１２３４５６７８９'[Number(digit)] ?? ''),
    ],
  ])('accepts a code %s', async (_title, typed) => {
    const owner = await signUp(shop, { role: 'ADMIN' })
    const { headers } = owner
    const { secret } = (await shop.call('beginTotp', { headers })).data
    const enabling = { secretCode: typed(codeAt(secret, start)) }
    await shop.call('enableTotp', { headers, body: enabling })
    shop.setTime(later(60))
    const { data } = await pass(await ticketOf(owner), typed(codeAt(secret, later(60))))
    shop.setTime(later(120))
    const confirming = { secretCode: typed(codeAt(secret, later(120))) }
    await shop.call('confirmAction', { headers: bearer(data.accessToken), body: confirming })
  })

  test('rejects a code that has other signs than digits', async () => {
    const { headers } = await signUp(shop, { role: 'ADMIN' })
    await shop.call('beginTotp', { headers })
    const enabling = shop.call('enableTotp', { headers, body: { secretCode: 'éèàùçô' } })
    expect(await rejectionOf(enabling)).toMatchObject(wrong)
  })

  test('accepts no code twice, for a sign-in or a confirmation', async () => {
    const owner = await signUp(shop, { role: 'ADMIN' })
    const { secret } = await addTotp(shop, owner)
    // The code that turned it on.
    expect(await rejectionOf(pass(await ticketOf(owner), codeAt(secret, start)))).toMatchObject(
      wrong,
    )
    shop.setTime(later(60))
    const code = codeAt(secret, later(60))
    const { data } = await pass(await ticketOf(owner), code)
    const again = pass(await ticketOf(owner), code)
    expect(await rejectionOf(again)).toMatchObject(wrong)
    const headers = bearer(data.accessToken)
    const confirmation = shop.call('confirmAction', { headers, body: { secretCode: code } })
    expect(await rejectionOf(confirmation)).toMatchObject(wrong)
  })

  test('accepts one of concurrent uses of a code', async () => {
    const owner = await signUp(shop, { role: 'ADMIN' })
    const { secret } = await addTotp(shop, owner)
    shop.setTime(later(60))
    const tickets = [await ticketOf(owner), await ticketOf(owner), await ticketOf(owner)]
    const answers = await Promise.allSettled(
      tickets.map((ticket) => pass(ticket, codeAt(secret, later(60)))),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('ends after five wrong codes, or ten minutes', async () => {
    const owner = await signUp(shop, { role: 'ADMIN' })
    const { secret } = await addTotp(shop, owner)
    const [guessed, late] = [await ticketOf(owner), await ticketOf(owner)]
    for (let round = 0; round < 5; round += 1)
      expect(await rejectionOf(pass(guessed, 'ABCDE-ABCDE'))).toMatchObject(wrong)
    shop.setTime(later(60))
    const expired = { code: 'SIGN_IN_EXPIRED' }
    expect(await rejectionOf(pass(guessed, codeAt(secret, later(60))))).toMatchObject(expired)
    shop.setTime(later(601))
    expect(await rejectionOf(pass(late, codeAt(secret, later(601))))).toMatchObject(expired)
  })

  test('accepts each recovery code once, and e-mails the owner', async () => {
    const owner = await signUp(shop, { role: 'ADMIN' })
    const { recoveryCodes } = await addTotp(shop, owner)
    expect(new Set(recoveryCodes).size).toBe(10)
    const [code = ''] = recoveryCodes
    const { data } = await pass(
      await ticketOf(owner),
      ` ${code.toLowerCase().replaceAll('-', ' ')} `,
    )
    expect(await rejectionOf(pass(await ticketOf(owner), code))).toMatchObject(wrong)
    const security = await shop.call('getMySecurity', { headers: bearer(data.accessToken) })
    expect(security.data.recoveryCodesLeft).toBe(9)
    expect((await emailsTo(shop, owner.email)).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['Second factor turned on', 'A recovery code was used']),
    )
  })

  test('new recovery codes replace the ones before', async () => {
    const owner = await signUp(shop, { role: 'ADMIN' })
    const { headers } = owner
    const { recoveryCodes } = await addTotp(shop, owner)
    const { data } = await shop.call('renewRecoveryCodes', { headers })
    expect(data.recoveryCodes).toHaveLength(10)
    expect(await rejectionOf(pass(await ticketOf(owner), recoveryCodes[0] ?? ''))).toMatchObject(
      wrong,
    )
    await pass(await ticketOf(owner), data.recoveryCodes?.[0] ?? '')
  })

  test('is lost with the role, and reset by `npm run admin`', async () => {
    const [owner, member] = [
      await signUp(shop, { role: 'ADMIN' }),
      await signUp(shop, { role: 'ADMIN' }),
    ]
    for (const account of [owner, member]) await addTotp(shop, account)
    await shop.call('removeStaff', { headers: owner.headers, params: { userId: member.userId } })
    await login(member)
    const password = 'a new long password'
    await makeAdministrator(shop.ctx, { email: owner.email, password })
    await shop.changesReceived()
    expect((await rejectionOf(shop.call('getProfile', owner))).status).toBe(401)
    await login({ ...owner, password })
    const { rowCount } = await shop.ctx.db.pool.query(
      'select from recovery_code where user_id = any ($1)',
      [[owner.userId, member.userId]],
    )
    expect(rowCount).toBe(0)
  })

  test('turned on signs other devices out, and revokes sign-ins that wait', async () => {
    const owner = await signUp(shop, { role: 'ADMIN' })
    const other = await login(owner)
    await addTotp(shop, owner)
    const headers = bearer(other.data.accessToken)
    expect((await rejectionOf(shop.call('getProfile', { headers }))).status).toBe(401)
    await shop.call('getProfile', owner)
  })

  test('turned off needs no code any more', async () => {
    const owner = await signUp(shop, { role: 'ADMIN' })
    await addTotp(shop, owner)
    await shop.call('removeTotp', owner)
    await login(owner)
    expect((await emailsTo(shop, owner.email)).at(-1)?.subject).toBe('Authenticator app removed')
  })

  test('is in the export of one’s own data, without its secret', async () => {
    const owner = await signUp(shop, { role: 'ADMIN' })
    const { secret } = await addTotp(shop, owner)
    const { data } = await shop.call('exportMyData', owner)
    expect(data.secondFactor).toEqual({
      authenticatorAppSince: start.toISOString(),
      recoveryCodesLeft: 10,
    })
    expect(JSON.stringify(data)).not.toContain(secret)
  })

  test('is never asked of a shopper', async () => {
    const shopper = await signUp(shop)
    await login(shopper)
    expect((await rejectionOf(shop.call('getMySecurity', shopper))).status).toBe(403)
  })
})

describe('where the second factor is required', () => {
  let strict: TestShop
  beforeAll(async () => {
    strict = await openTestShop({
      empty: true,
      beside: shop,
      settings: { STAFF_SECOND_FACTOR: 'required' },
    })
    strict.setTime(start)
  })
  afterAll(() => strict.close())

  test.each(['OWNER', 'MANAGER'] as const)(
    'a new %s can only add one, and then use the back office at once',
    async (staffRole) => {
      const member = await signUp(strict, { role: 'ADMIN', staffRole })
      const missing = { status: 403, code: 'SECOND_FACTOR_MISSING' }
      expect(await rejectionOf(strict.call('getDashboard', member))).toMatchObject(missing)
      expect(await rejectionOf(strict.call('listOrders', member))).toMatchObject(missing)
      const { data } = await strict.call('getMySecurity', member)
      expect(data.mustAddFactor).toBe(true)
      await addTotp(strict, member)
      await strict.call('getDashboard', member)
      expect(await rejectionOf(strict.call('removeTotp', member))).toMatchObject({
        status: 409,
        code: 'LAST_FACTOR',
      })
      await strict.call('getDashboard', member)
    },
  )

  test('support may do without', async () => {
    const member = await signUp(strict, { role: 'ADMIN', staffRole: 'SUPPORT' })
    await strict.call('listOrders', member)
    expect((await strict.call('getMySecurity', member)).data.mustAddFactor).toBe(false)
  })
})

import type { StaffRole } from '@solvane/contract/staff-role'
import { toLocalTime } from '@solvane/contract/time-zone'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBuyer } from '../../../test/buyers.ts'
import { emailsTo, emailTo } from '../../../test/emails.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let owner: SignedUp

const staffOf = (staffRole: StaffRole) => signUp(shop, { role: 'ADMIN', staffRole })
const newAddress = () => `${crypto.randomUUID()}@example.com`

beforeAll(async () => {
  shop = await openTestShop()
  owner = await staffOf('OWNER')
})
afterAll(() => shop.close())

const invite = (email: string, staffRole: StaffRole = 'SUPPORT', { headers } = owner) =>
  shop.call('inviteStaff', { body: { email, name: 'Ines Valcourt', staffRole }, headers })

const newPassword = 'twelve letters or more'

/** Accepts an invitation: chooses a password through its link, which signs in. */
async function takeUp(email: string) {
  const { token } = await emailTo(shop, email, 'staff-invitation')
  const { data } = await shop.call('resetPassword', { body: { token, newPassword } })
  return { headers: { authorization: `Bearer ${data?.accessToken}` } }
}

describe('an invitation', () => {
  test('creates an account whose password is chosen through the e-mailed link', async () => {
    const email = newAddress()
    const { data: invited } = await invite(email, 'MANAGER')
    expect(invited).toMatchObject({ email, name: 'Ines Valcourt', isInvited: true })
    const { headers } = await takeUp(email)
    const { data } = await shop.call('getProfile', { headers })
    expect(data.profile).toMatchObject({ role: 'ADMIN', staffRole: 'MANAGER' })
    const { data: found } = await shop.call('listStaff', {
      query: { q: email.toUpperCase() },
      headers: owner.headers,
    })
    expect(found).toMatchObject([{ id: invited.id, isInvited: false }])
    await shop.call('login', { body: { email, password: newPassword } })
  })

  test('can be looked up repeatedly by its link; other links are no invitations', async () => {
    const email = newAddress()
    await invite(email)
    const { token } = await emailTo(shop, email, 'staff-invitation')
    const look = async (token: string) =>
      (await shop.call('getPasswordLink', { body: { token } })).data
    for (const _ of [1, 2])
      expect(await look(token)).toEqual({ isInvitation: true, minimumLength: 12 })
    await takeUp(email)
    expect(await rejectionOf(look(token))).toMatchObject({ code: 'LINK_EXPIRED' })
    const linkOf = async (address: string) => {
      await shop.call('forgotPassword', { body: { email: address } })
      return (await emailTo(shop, address, 'reset-password')).token
    }
    // A password link of an existing colleague or a shopper signs nobody in.
    const ofStaff = await linkOf(email)
    expect(await look(ofStaff)).toEqual({ isInvitation: false, minimumLength: 12 })
    const { data } = await shop.call('resetPassword', { body: { token: ofStaff, newPassword } })
    expect(data).toBe(null)
    const ofShopper = await linkOf((await signUp(shop)).email)
    expect(await look(ofShopper)).toEqual({ isInvitation: false, minimumLength: 6 })
  })

  test('is valid for seven days, and can be sent again with another link', async () => {
    const email = newAddress()
    const { data: invited } = await invite(email)
    const { token } = await emailTo(shop, email, 'staff-invitation')
    const params = { userId: invited.id }
    await shop.call('sendInvitation', { params, headers: owner.headers })
    expect(
      await rejectionOf(shop.call('resetPassword', { body: { token, newPassword } })),
    ).toMatchObject({ code: 'LINK_EXPIRED' })
    shop.setTime(new Date(Date.now() + 6.9 * 24 * 60 * 60 * 1000))
    await takeUp(email).finally(() => shop.setTime(null))
    expect(
      await rejectionOf(shop.call('sendInvitation', { params, headers: owner.headers })),
    ).toMatchObject({ code: 'INVITATION_TAKEN_UP' })
  })

  test('turns a customer into staff: signed out, without a password, with all their data', async () => {
    const shopper = await signUp(shop)
    const { data: invited } = await invite(shopper.email)
    expect(invited.id).toBe(shopper.userId)
    const { headers, email, password } = shopper
    expect(await rejectionOf(shop.call('getProfile', { headers }))).toMatchObject({ status: 401 })
    expect(await rejectionOf(shop.call('login', { body: { email, password } }))).toMatchObject({
      code: 'LOGIN_FAILED',
    })
  })

  test('that is withdrawn leaves a customer the confirmed address and all their data', async () => {
    const { email, userId, headers, addressId } = await makeBuyer(shop)
    const { token } = await emailTo(shop, email, 'welcome')
    await shop.call('verifyEmail', { body: { token } })
    await invite(email)
    await shop.call('removeStaff', { params: { userId }, headers: owner.headers })
    expect(await rejectionOf(shop.call('getProfile', { headers }))).toMatchObject({ status: 401 })

    const { data } = await shop.call('requestSignInCode', { body: { email } })
    const { text } = await emailTo(shop, email, 'sign-in-code')
    const code = /^Code: (\d{6})$/m.exec(text ?? '')?.[1]
    const { data: tokens } = await shop.call('signInByCode', { body: { ...data, code } })
    const again = { headers: { authorization: `Bearer ${tokens.accessToken}` } }
    const { profile } = (await shop.call('getProfile', again)).data
    expect(profile).toMatchObject({ id: userId, role: 'USER', isEmailVerified: true })
    const { data: addresses } = (await shop.call('listAddresses', again)).data
    expect(addresses.map(({ id }) => id)).toEqual([addressId])
    expect((await emailsTo(shop, email)).map(({ kind }) => kind)).not.toContain('password-removed')
  })

  test('that is withdrawn confirms no address that nobody had confirmed', async () => {
    const { email, userId } = await signUp(shop)
    await invite(email)
    await shop.call('removeStaff', { params: { userId }, headers: owner.headers })
    const { data } = await shop.call('getCustomer', {
      params: { customerId: userId },
      headers: owner.headers,
    })
    expect(data.isEmailVerified).toBe(false)
  })

  test('of an existing member of staff is rejected', async () => {
    expect(await rejectionOf(invite(owner.email))).toMatchObject({ code: 'ALREADY_STAFF' })
  })

  test('accepts no password and no other field', async () => {
    const body = { email: newAddress(), name: 'Ines', staffRole: 'OWNER', password: 'x'.repeat(20) }
    expect(
      await rejectionOf(shop.call('inviteStaff', { body, headers: owner.headers })),
    ).toMatchObject({ status: 400 })
    expect(await emailsTo(shop, body.email)).toEqual([])
  })
})

describe('a role', () => {
  test('applies from the next request on', async () => {
    const member = await staffOf('SUPPORT')
    const look = () => rejectionOf(shop.call('getSales', { headers: member.headers }))
    expect(await look()).toMatchObject({ code: 'FORBIDDEN' })
    await shop.call('changeStaffRole', {
      params: { userId: member.userId },
      body: { staffRole: 'MANAGER' },
      headers: owner.headers,
    })
    expect((await shop.call('getSales', { headers: member.headers })).success).toBe(true)
  })

  test('that is removed ends every session at once; the person becomes a customer', async () => {
    const member = await staffOf('MANAGER')
    const params = { userId: member.userId }
    await shop.call('removeStaff', { params, headers: owner.headers })
    expect(await rejectionOf(shop.call('getProfile', { headers: member.headers }))).toMatchObject({
      status: 401,
    })
    expect(
      await rejectionOf(shop.call('refresh', { body: { refreshToken: member.refreshToken } })),
    ).toMatchObject({ status: 401 })
    const { email, password } = member
    const { data } = await shop.call('login', { body: { email, password } })
    const headers = { authorization: `Bearer ${data.accessToken}` }
    expect((await shop.call('getProfile', { headers })).data.profile).toMatchObject({
      role: 'USER',
      staffRole: null,
    })
  })

  test('cannot be changed by oneself', async () => {
    const { headers, userId } = owner
    const body = { staffRole: 'SUPPORT' }
    const rejections = await Promise.all([
      rejectionOf(shop.call('changeStaffRole', { params: { userId }, body, headers })),
      rejectionOf(shop.call('removeStaff', { params: { userId }, headers })),
    ])
    expect(rejections.map(({ code }) => code)).toEqual(['OWN_ROLE', 'OWN_ROLE'])
  })

  test('of owner always remains with one, even if two remove each other’s concurrently', async () => {
    const two = [await staffOf('OWNER'), await staffOf('OWNER')]
    const [one, other] = two as [SignedUp, SignedUp]
    const results = await Promise.allSettled([
      shop.call('removeStaff', { params: { userId: one.userId }, headers: other.headers }),
      shop.call('removeStaff', { params: { userId: other.userId }, headers: one.headers }),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('cannot be given up by closing the account', async () => {
    const { headers, password } = owner
    expect(
      await rejectionOf(shop.call('deleteAccount', { body: { password }, headers })),
    ).toMatchObject({ code: 'STAFF_ACCOUNT' })
  })

  test.each(['SUPPORT', 'MANAGER'] as const)('of %s decides nobody else’s', async (staffRole) => {
    const { headers } = await staffOf(staffRole)
    const params = { userId: owner.userId }
    const tried = [
      shop.call('listStaff', { headers }),
      shop.call('listAuditEntries', { headers }),
      shop.call('removeStaff', { params, headers }),
      invite(newAddress(), 'OWNER', { ...owner, headers }),
    ]
    const rejections = await Promise.all(tried.map(rejectionOf))
    expect(new Set(rejections.map(({ code }) => code))).toEqual(new Set(['FORBIDDEN']))
  })
})

describe('the audit log', () => {
  test('lists who did what to which subject, with the outcome', async () => {
    const email = newAddress()
    const { data: invited } = await invite(email)
    const params = { userId: invited.id }
    const { headers, userId } = owner
    await shop.call('changeStaffRole', { params, body: { staffRole: 'MANAGER' }, headers })
    const { data, total } = await shop.call('listAuditEntries', {
      query: { target: invited.id },
      headers,
    })
    expect(total).toBe(2)
    expect(data).toMatchObject([
      {
        actor: { id: userId, email: owner.email },
        call: 'changeStaffRole',
        summary: expect.stringContaining('role of a member of staff'),
        target: invited.id,
        subjects: [{ kind: 'STAFF', id: invited.id, label: 'Ines Valcourt', path: '/staff' }],
        input: { body: { staffRole: 'MANAGER' } },
        outcome: 'DONE',
      },
      { call: 'inviteStaff', subjects: [{ id: invited.id, label: 'Ines Valcourt' }] },
    ])
  })

  test('is filtered by person, endpoint, outcome and day', async () => {
    const member = await staffOf('OWNER')
    const params = { userId: member.userId }
    const body = { staffRole: 'SUPPORT' }
    const { headers } = member
    const today = () => toLocalTime(new Date(), 'Europe/Paris').slice(0, 10)
    const from = today()
    await rejectionOf(shop.call('changeStaffRole', { params, body, headers }))
    const all = { actorId: member.userId, call: 'changeStaffRole', outcome: 'REFUSED', from }
    const count = async (query: Record<string, string>) =>
      (await shop.call('listAuditEntries', { query, headers: owner.headers })).total
    expect(await count(all)).toBe(1)
    expect(await count({ ...all, outcome: 'DONE' })).toBe(0)
    expect(await count({ ...all, call: 'removeStaff' })).toBe(0)
    expect(await count({ ...all, from: '', until: '2026-01-01' })).toBe(0)
    expect(await count({ ...all, until: today(), actorId: '' })).toBeGreaterThanOrEqual(1)
    // A day begins at midnight in Paris, the shop's time zone.
    await shop.ctx.db.pool.query('update audit_entry set at = $1 where actor_id = $2', [
      '2026-07-14T22:00:00Z',
      member.userId,
    ])
    expect(await count({ ...all, from: '2026-07-15', until: '2026-07-15' })).toBe(1)
    expect(await count({ ...all, from: '2026-07-14', until: '2026-07-14' })).toBe(0)
  })
})

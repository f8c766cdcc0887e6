import { type ExportKind, exportKinds } from '@solvane/contract/reports.admin'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { addTotp, codeAt } from '../../../test/totp.ts'

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
const wrong = { status: 400, code: 'FACTOR_CODE_WRONG' }

describe('a confirmation', () => {
  const refund = ({ headers }: SignedUp) =>
    shop.call('refundOrder', {
      headers,
      params: { orderId: crypto.randomUUID() },
      body: { amount: 1, reason: 'Damaged', key: crypto.randomUUID() },
    })
  const exportAll = ({ headers }: SignedUp, kind: ExportKind) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/admin/exports',
      headers,
      payload: { kind, from: '2026-01-01', until: '2026-11-24' },
    })

  test('is required for a refund, a change of roles and an export of people’s data, and for nothing else', async () => {
    const owner = await signUp(shop, { role: 'ADMIN', isConfirmed: false })
    const { headers } = owner
    const userId = crypto.randomUUID()
    const required = { status: 403, code: 'CONFIRMATION_REQUIRED', details: { ways: ['PASSWORD'] } }
    const member = { headers, params: { userId } }
    const calls = [
      () => refund(owner),
      () =>
        shop.call('cancelOrder', { headers, params: { orderId: userId }, body: { reason: 'x' } }),
      () =>
        shop.call('markOrderRefused', {
          headers,
          params: { orderId: userId },
          body: { reason: 'x' },
        }),
      () => shop.call('changeStaffRole', { ...member, body: { staffRole: 'SUPPORT' } }),
      () => shop.call('removeStaff', member),
      () =>
        shop.call('inviteStaff', {
          headers,
          body: { email: 'new@example.com', name: 'New', staffRole: 'OWNER' },
        }),
      () => shop.call('exportCustomer', { headers, params: { customerId: userId } }),
      () => shop.call('beginTotp', { headers }),
    ]
    for (const call of calls) expect(await rejectionOf(call())).toMatchObject(required)
    for (const kind of exportKinds) {
      const answer = await exportAll(owner, kind)
      expect({ status: answer.statusCode, ...answer.json() }, kind).toMatchObject(required)
    }
    await shop.call('listStaff', { headers })
    const { rows } = await shop.ctx.db.pool.query(
      'select call from audit_entry where actor_id = $1',
      [owner.userId],
    )
    expect(rows).toEqual([])
  })

  test('counts for ten minutes, in its session only', async () => {
    const owner = await signUp(shop, { role: 'ADMIN' })
    const other = bearer((await login(owner)).data.accessToken)
    expect((await rejectionOf(refund(owner))).code).toBe('ORDER_NOT_FOUND')
    expect((await rejectionOf(refund({ ...owner, headers: other }))).code).toBe(
      'CONFIRMATION_REQUIRED',
    )
    shop.setTime(later(600))
    expect((await rejectionOf(refund(owner))).code).toBe('ORDER_NOT_FOUND')
    shop.setTime(later(601))
    expect((await rejectionOf(refund(owner))).code).toBe('CONFIRMATION_REQUIRED')
  })

  test('takes the password only without a second factor', async () => {
    const owner = await signUp(shop, { role: 'ADMIN', isConfirmed: false })
    const { headers, password } = owner
    const by = (body: object) => shop.call('confirmAction', { headers, body })
    expect((await rejectionOf(by({ password: 'another password' }))).code).toBe('WRONG_PASSWORD')
    const { secret } = await addTotp(shop, owner)
    expect(await rejectionOf(by({ password }))).toMatchObject(wrong)
    shop.setTime(later(660))
    const { code, details } = await rejectionOf(refund(owner))
    expect(code).toBe('CONFIRMATION_REQUIRED')
    expect(details).toEqual({ ways: ['TOTP', 'RECOVERY_CODE'] })
    await by({ secretCode: codeAt(secret, later(660)) })
    expect((await rejectionOf(refund(owner))).code).toBe('ORDER_NOT_FOUND')
  })

  test('is named in the audit log, without the code', async () => {
    const owner = await signUp(shop, { role: 'ADMIN' })
    const { headers } = owner
    await rejectionOf(refund(owner))
    const { secret } = await addTotp(shop, owner)
    shop.setTime(later(60))
    const secretCode = codeAt(secret, later(60))
    await shop.call('confirmAction', { headers, body: { secretCode } })
    await rejectionOf(refund(owner))
    expect((await exportAll(owner, 'customers')).statusCode).toBe(200)
    const { data } = await shop.call('listAuditEntries', {
      headers,
      query: { actorId: owner.userId },
    })
    const confirmationsOf = (name: string) =>
      data.filter(({ call }) => call === name).map(({ confirmedBy }) => confirmedBy)
    expect(confirmationsOf('refundOrder')).toEqual(['Authenticator app', 'Password'])
    expect(confirmationsOf('exportRecords')).toEqual(['Authenticator app'])
    const enabling = data.find(({ call }) => call === 'enableTotp')
    expect(enabling?.input.body).toEqual({ secretCode: '•••' })
  })
})

import { guestCartHeader } from '@solvane/contract/cart'
import { type StaffRole, staffRoles } from '@solvane/contract/staff-role'
import type { Role } from '@solvane/contract/user'
import { decodeJwt } from 'jose'
import type { TestShop } from './test-shop.ts'

export interface SignedUp {
  userId: string
  email: string
  password: string
  accessToken: string
  refreshToken: string
  /** The headers of the account's requests. */
  headers: { authorization: string }
}

export interface SignUpOptions {
  role?: Role
  /** Makes the account an administrator with this role. */
  staffRole?: StaffRole
  email?: string
  /** Whether an administrator has just confirmed to be there, as some actions need; by default. */
  isConfirmed?: boolean
  /** Headers of the request, for its network address. */
  from?: Record<string, string>
}

/** Opens an account through the API and signs in. */
export async function signUp(
  shop: TestShop,
  {
    role = 'USER',
    staffRole = 'OWNER',
    email = `${crypto.randomUUID()}@example.com`,
    isConfirmed = true,
    from = {},
  }: SignUpOptions = {},
): Promise<SignedUp> {
  const password = `a password of ${email}`
  const body = { name: 'Ada', email, password }
  const { data } = await shop.call('register', { body, headers: from })
  const userId = String(decodeJwt(data.accessToken).sub)
  const headers = { authorization: `Bearer ${data.accessToken}` }
  if (role !== 'USER') {
    await shop.ctx.db.pool.query('update users set role = $1, staff_role = $2 where id = $3', [
      role,
      staffRole,
      userId,
    ])
    if (isConfirmed) await confirm(shop, { headers, password })
  }
  return { userId, email, password, ...data, headers }
}

/** The account, signed in again: after the time of a test's shop has moved, its tokens have expired. */
export async function signInAgain<Account extends SignedUp>(
  shop: TestShop,
  account: Account,
): Promise<Account> {
  const { email, password } = account
  const { data } = await shop.call('login', { body: { email, password } })
  return { ...account, ...data, headers: { authorization: `Bearer ${data.accessToken}` } }
}

/** Confirms with the password that a member of staff is there, for the next ten minutes. */
export async function confirm(
  shop: TestShop,
  { headers, password }: Pick<SignedUp, 'headers' | 'password'>,
): Promise<void> {
  await shop.call('confirmAction', { headers, body: { password } })
}

/** The headers of a guest's browser, with the id of its cart. */
export function guest(id: string = crypto.randomUUID()) {
  return { id, headers: { [guestCartHeader]: id } }
}

/** Creates an account of each staff role. All but the owner signed in as owners before. */
export async function makeStaff(shop: TestShop): Promise<Record<StaffRole, SignedUp>> {
  const owner = await signUp(shop, { role: 'ADMIN' })
  const made = { OWNER: owner } as Record<StaffRole, SignedUp>
  for (const staffRole of staffRoles) {
    if (staffRole === 'OWNER') continue
    const member = await signUp(shop, { role: 'ADMIN' })
    const params = { userId: member.userId }
    await shop.call('changeStaffRole', { params, body: { staffRole }, headers: owner.headers })
    made[staffRole] = member
  }
  return made
}

/** Creates access tokens that were valid once, by the state of their accounts and sessions. */
export async function makeFormerTokens(
  shop: TestShop,
  { headers }: SignedUp,
): Promise<Record<string, string>> {
  shop.setTime(new Date(Date.now() - 16 * 60 * 1000))
  const expired = await signUp(shop)
  shop.setTime(null)
  const [blocked, signedOut, closed, letGo] = [
    await signUp(shop),
    await signUp(shop),
    await signUp(shop),
    await signUp(shop, { role: 'ADMIN' }),
  ]
  const params = { customerId: blocked.userId }
  await shop.call('blockCustomer', { headers, params, body: { reason: 'Tries everything' } })
  await shop.call('logout', { body: { refreshToken: signedOut.refreshToken } })
  const { password } = closed
  await shop.call('deleteAccount', { headers: closed.headers, body: { password } })
  await shop.call('removeStaff', { headers, params: { userId: letGo.userId } })
  return {
    'of a token that is over': expired.accessToken,
    'of a blocked account': blocked.accessToken,
    'of a signed-out account': signedOut.accessToken,
    'of a closed account': closed.accessToken,
    'of a former member of staff': letGo.accessToken,
  }
}

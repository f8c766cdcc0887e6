import { guestCartHeader } from '@solvane/contract/cart'
import type { StaffRole } from '@solvane/contract/staff-role'
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

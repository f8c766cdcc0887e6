import type { StaffRole } from '@solvane/contract/staff-role'
import { staffRoles } from '@solvane/contract/staff-role'
import { type SignedUp, signUp } from './sign-up.ts'
import type { TestShop } from './test-shop.ts'

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

import { hashPassword, isPassword } from '../../src/features/auth/secrets.ts'
import { findUserByEmail, hasUsers, insertUser } from '../../src/features/auth/users.queries.ts'
import { demoPasswords } from '../../src/platform/config/config.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { stableId } from './stable-id.ts'

export interface DemoAccount {
  email: string
  nickName: string
  role: 'USER' | 'ADMIN'
  password: string
}

const demoAccounts: DemoAccount[] = [
  {
    email: 'shopper@example.com',
    nickName: 'Elena',
    role: 'USER',
    password: demoPasswords.shopper,
  },
  { email: 'admin@example.com', nickName: 'Maison', role: 'ADMIN', password: demoPasswords.admin },
]

/** Opens the demo store's accounts, in a database that never had any. */
export async function seedDemoAccounts(db: Database, at: Date): Promise<void> {
  if (await hasUsers(db.kysely)) return
  for (const { email, nickName, role, password } of demoAccounts)
    await insertUser(db.kysely, {
      id: stableId('account', email),
      email,
      nick_name: nickName,
      role,
      staff_role: role === 'ADMIN' ? 'OWNER' : null,
      password_hash: await hashPassword(password),
      email_verified_at: at,
      created_at: at,
    })
}

/** The demo accounts that can be signed in to with the password everyone knows. */
export async function openDemoAccounts(db: Database): Promise<DemoAccount[]> {
  const open = await Promise.all(
    demoAccounts.map(async (account) => {
      const user = await findUserByEmail(db.kysely, account.email)
      return user !== undefined && (await isPassword(account.password, user.password_hash))
    }),
  )
  return demoAccounts.filter((_account, index) => open[index])
}

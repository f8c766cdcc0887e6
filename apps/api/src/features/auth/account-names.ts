import type { Queryable } from '../../platform/database/database.ts'
import { listAccounts } from './users.queries.ts'

/** Who someone is, as staff say it. */
export interface AccountName {
  id: string
  /** The name, else the e-mail address. */
  name: string
  isStaff: boolean
}

/** Who accounts are, for staff to read; one that is closed, or that is nobody's, is null. */
export async function namesOfAccounts(
  db: Queryable,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => AccountName | null> {
  const known = [...new Set(ids)].filter((id) => id !== null)
  const names = new Map(
    (await listAccounts(db, known)).map(({ id, email, nick_name, role }) => [
      id,
      { id, name: nick_name ?? email, isStaff: role === 'ADMIN' },
    ]),
  )
  return (id) => (id === null ? null : (names.get(id) ?? null))
}

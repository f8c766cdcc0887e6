import type { customerSorts, customerStates } from '@solvane/contract/customers'
import { type Expression, type SqlBool, sql } from 'kysely'
import { containing, type Queryable } from '../../platform/database/database.ts'

export interface CustomerAccountRow {
  id: string
  email: string
  nick_name: string | null
  email_verified_at: Date | null
  blocked_at: Date | null
  created_at: Date
}

/** The filter of the list of customers. */
export interface CustomerFilter {
  /** Searched in e-mail and name. */
  text?: string | undefined
  state?: (typeof customerStates)[number] | undefined
}

const sortColumns = { createdAt: sql`u.created_at`, email: sql`lower(u.email)` } as const

const states: Record<(typeof customerStates)[number], Expression<SqlBool>> = {
  ACTIVE: sql<SqlBool>`u.blocked_at is null`,
  BLOCKED: sql<SqlBool>`u.blocked_at is not null`,
  UNVERIFIED: sql<SqlBool>`u.email_verified_at is null`,
}

function customers(db: Queryable, { text, state }: CustomerFilter) {
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`u.role = 'USER' and u.deleted_at is null`]
  if (state) conditions.push(states[state])
  if (text !== undefined)
    conditions.push(
      sql<SqlBool>`lower(coalesce(u.email, '') || ' ' || coalesce(u.nick_name, '')) like ${containing(text)}`,
    )
  return db.selectFrom('users as u').where((where) => where.and(conditions))
}

/** A page of shoppers' accounts. */
export function listCustomerRows(
  db: Queryable,
  filter: CustomerFilter,
  page: {
    sort: (typeof customerSorts)[number]
    order: 'asc' | 'desc'
    limit: number
    offset: number
  },
): Promise<CustomerAccountRow[]> {
  return customers(db, filter)
    .select(['id', 'email', 'nick_name', 'email_verified_at', 'blocked_at', 'created_at'])
    .orderBy(sortColumns[page.sort], page.order)
    .orderBy('u.id', page.order)
    .limit(page.limit)
    .offset(page.offset)
    .$castTo<CustomerAccountRow>()
    .execute()
}

/** The number of accounts that match the filter. */
export async function countCustomers(db: Queryable, filter: CustomerFilter): Promise<number> {
  const { total } = await customers(db, filter)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

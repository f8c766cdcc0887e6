import type { staffSorts } from '@solvane/contract/staff'
import type { StaffRole } from '@solvane/contract/staff-role'
import { type Expression, type SqlBool, sql } from 'kysely'
import { containing, type Queryable } from '../../platform/database/database.ts'

export interface StaffRow {
  id: string
  email: string
  nick_name: string | null
  staff_role: StaffRole
  email_verified_at: Date | null
  last_sign_in_at: Date | null
}

/** The filter of the staff list. */
export interface StaffFilter {
  id?: string | undefined
  /** Searched in e-mail and name. */
  text?: string | undefined
  staffRole?: StaffRole | undefined
}

const lastSignIn = sql<Date | null>`(select max(s.created_at) from session s where s.user_id = u.id)`

const sortColumns = {
  name: sql`lower(coalesce(u.nick_name, u.email))`,
  staffRole: sql`array_position(array['SUPPORT', 'MANAGER', 'OWNER'], u.staff_role)`,
  lastSignInAt: sql`coalesce(${lastSignIn}, '-infinity')`,
} as const satisfies Record<(typeof staffSorts)[number], unknown>

function staff(db: Queryable, { id, text, staffRole }: StaffFilter) {
  const conditions: Expression<SqlBool>[] = [
    sql<SqlBool>`u.role = 'ADMIN' and u.deleted_at is null`,
  ]
  if (id) conditions.push(sql<SqlBool>`u.id = ${id}`)
  if (staffRole) conditions.push(sql<SqlBool>`u.staff_role = ${staffRole}`)
  if (text)
    conditions.push(
      sql<SqlBool>`lower(u.email || ' ' || coalesce(u.nick_name, '')) like ${containing(text)}`,
    )
  return db.selectFrom('users as u').where((where) => where.and(conditions))
}

/** A page of the staff members. */
export function listStaffRows(
  db: Queryable,
  filter: StaffFilter,
  page: {
    sort: (typeof staffSorts)[number]
    order: 'asc' | 'desc'
    limit: number
    offset: number
  },
): Promise<StaffRow[]> {
  return staff(db, filter)
    .select(['id', 'email', 'nick_name', 'staff_role', 'email_verified_at'])
    .select(lastSignIn.as('last_sign_in_at'))
    .orderBy(sortColumns[page.sort], page.order)
    .orderBy('u.id', page.order)
    .limit(page.limit)
    .offset(page.offset)
    .$castTo<StaffRow>()
    .execute()
}

/** The number of people who match the filter. */
export async function countStaff(db: Queryable, filter: StaffFilter): Promise<number> {
  const { total } = await staff(db, filter)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

import type { auditOutcomes, staffSorts } from '@solvane/contract/staff'
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

/** Records an action of staff before it is carried out; returns the entry's id. */
export async function insertAuditEntry(
  db: Queryable,
  entry: {
    at: Date
    actor_id: string
    call: string
    target: string | null
    input: string
    confirmed_by: string | null
  },
): Promise<string> {
  const { id } = await db
    .insertInto('audit_entry')
    .values(entry)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The newest entry of an endpoint with this target. */
export async function findAuditEntry(
  db: Queryable,
  { call, target }: { call: string; target: string },
): Promise<string | undefined> {
  const entry = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('call', '=', call)
    .where('target', '=', target)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return entry?.id
}

export async function setAuditOutcome(db: Queryable, id: string, outcome: string): Promise<void> {
  await db.updateTable('audit_entry').set({ outcome }).where('id', '=', id).execute()
}

export interface AuditRow {
  id: string | number
  at: Date
  actor_id: string
  /** Null, like the e-mail, once the account is closed. */
  nick_name: string | null
  email: string | null
  call: string
  target: string | null
  input: Record<string, unknown>
  outcome: string | null
  confirmed_by: string | null
}

/** The filter of the audit log. */
export interface AuditFilter {
  actorId?: string | undefined
  call?: string | undefined
  /** An id: the entry's target, or one of its subjects. */
  target?: string | undefined
  /** Searched in the names and ids of the subjects. */
  text?: string | undefined
  kind?: string | undefined
  outcome?: (typeof auditOutcomes)[number] | undefined
  from?: Date | undefined
  until?: Date | undefined
}

const outcomes: Record<(typeof auditOutcomes)[number], Expression<SqlBool>> = {
  DONE: sql<SqlBool>`a.outcome = 'DONE'`,
  REFUSED: sql<SqlBool>`a.outcome <> 'DONE'`,
  UNFINISHED: sql<SqlBool>`a.outcome is null`,
}

/** Whether an entry has a subject that matches `condition`. */
function isDoneTo(condition: Expression<SqlBool>): Expression<SqlBool> {
  return sql<SqlBool>`a.id in (select s.entry_id from audit_subject s where ${condition})`
}

function isAbout(id: string): Expression<SqlBool> {
  return sql<SqlBool>`(a.target = ${id} or ${isDoneTo(sql<SqlBool>`s.subject_id = ${id}`)})`
}

function isNamed(text: string): Expression<SqlBool> {
  const isInLabel = isDoneTo(sql<SqlBool>`lower(s.label) like ${containing(text)}`)
  return sql<SqlBool>`(${isAbout(text)} or ${isInLabel})`
}

function entries(
  db: Queryable,
  { actorId, call, target, text, kind, outcome, from, until }: AuditFilter,
) {
  return db
    .selectFrom('audit_entry as a')
    .$if(actorId !== undefined, (query) => query.where('a.actor_id', '=', actorId ?? ''))
    .$if(call !== undefined, (query) => query.where('a.call', '=', call ?? ''))
    .$if(target !== undefined, (query) => query.where(isAbout(target ?? '')))
    .$if(!!text, (query) => query.where(isNamed(text ?? '')))
    .$if(kind !== undefined, (query) => query.where(isDoneTo(sql<SqlBool>`s.kind = ${kind}`)))
    .$if(outcome !== undefined, (query) => query.where(outcomes[outcome ?? 'DONE']))
    .$if(from !== undefined, (query) => query.where('a.at', '>=', from ?? new Date()))
    .$if(until !== undefined, (query) => query.where('a.at', '<=', until ?? new Date()))
}

/** A page of the audit log. */
export function listAuditRows(
  db: Queryable,
  filter: AuditFilter,
  page: { order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<AuditRow[]> {
  return entries(db, filter)
    .innerJoin('users as u', 'u.id', 'a.actor_id')
    .select([
      'a.id',
      'a.at',
      'a.actor_id',
      'a.call',
      'a.target',
      'a.input',
      'a.outcome',
      'a.confirmed_by',
    ])
    .select(['u.nick_name', 'u.email'])
    .orderBy('a.at', page.order)
    .orderBy('a.id', page.order)
    .limit(page.limit)
    .offset(page.offset)
    .$castTo<AuditRow>()
    .execute()
}

/** The number of entries that match the filter. */
export async function countAuditEntries(db: Queryable, filter: AuditFilter): Promise<number> {
  const { total } = await entries(db, filter)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

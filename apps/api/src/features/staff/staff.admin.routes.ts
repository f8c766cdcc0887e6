import { endpoints } from '@solvane/contract/endpoints'
import type { listStaff as listStaffEndpoint, StaffMember } from '@solvane/contract/staff'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { inviteAgain, inviteToStaff, setStaffRole } from '../auth/staff-accounts.admin.ts'
import { releaseRoomsOf } from '../chat/change-conversation.admin.ts'
import { listAuditEntries } from './audit-trail.ts'
import { countStaff, listStaffRows, type StaffRow } from './staff.queries.ts'

/** Serves the staff list and the audit log to owners. */
export function registerStaff(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.listStaff, ({ query }) => listStaff(ctx, query))
  registry.register(endpoints.inviteStaff, async ({ caller, body }) => ({
    data: await getStaffMember(ctx, await inviteToStaff(ctx, caller.user.id, body)),
  }))
  registry.register(endpoints.sendInvitation, async ({ params }) => {
    await inviteAgain(ctx, params.userId)
    return { data: await getStaffMember(ctx, params.userId) }
  })
  registry.register(endpoints.changeStaffRole, async ({ caller, params, body }) => {
    await setStaffRole(ctx, caller.user.id, { ...params, ...body })
    return { data: await getStaffMember(ctx, params.userId) }
  })
  registry.register(endpoints.removeStaff, async ({ caller, params }) => {
    await removeStaff(ctx, caller.user.id, params.userId)
    return { data: null }
  })
  registry.register(endpoints.listAuditEntries, ({ query }) => listAuditEntries(ctx, query))
}

type Context = Pick<AppContext, 'db'>

/** A page of the staff list, and the total. */
async function listStaff(
  { db: { kysely: db } }: Context,
  { page, size, q, staffRole, sort, order }: z.output<typeof listStaffEndpoint.query>,
): Promise<{ data: StaffMember[]; total: number }> {
  const filter = { text: q, staffRole }
  const [rows, total] = await Promise.all([
    listStaffRows(db, filter, { sort, order, limit: size, offset: (page - 1) * size }),
    countStaff(db, filter),
  ])
  return { data: rows.map(toStaffMember), total }
}

/** A member of staff. Throws `STAFF_NOT_FOUND`. */
async function getStaffMember({ db }: Context, id: string): Promise<StaffMember> {
  const page = { sort: 'name', order: 'asc', limit: 1, offset: 0 } as const
  const [row] = await listStaffRows(db.kysely, { id }, page)
  if (!row) throw new ShopError('STAFF_NOT_FOUND')
  return toStaffMember(row)
}

function toStaffMember(row: StaffRow): StaffMember {
  return {
    id: row.id,
    email: row.email,
    name: row.nick_name,
    staffRole: row.staff_role,
    isInvited: row.email_verified_at === null,
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
  }
}

type RemoveStaffContext = Pick<
  AppContext,
  'changes' | 'clock' | 'config' | 'db' | 'jobs' | 'realtime' | 'log'
>

/**
 * Makes a member of staff a customer: signs them out everywhere and removes their assigned
 * conversations. Throws as `setStaffRole`.
 */
async function removeStaff(
  ctx: RemoveStaffContext,
  ownerId: string,
  userId: string,
): Promise<void> {
  let publishInboxChange = () => {}
  await setStaffRole(ctx, ownerId, { userId, staffRole: null }, async (tx) => {
    publishInboxChange = await releaseRoomsOf(ctx, tx, userId)
  })
  publishInboxChange()
}

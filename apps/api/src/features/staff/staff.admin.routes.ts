import { endpoints } from '@solvane/contract/endpoints'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { inviteAgain, inviteToStaff, setStaffRole } from '../auth/staff-accounts.admin.ts'
import { listAuditEntries } from './audit-trail.ts'
import { getStaffMember, listStaff, removeStaff } from './staff.ts'

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

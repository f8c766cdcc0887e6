/**
 * What an administrator is to the house. Each may do what those before may: support answers shoppers,
 * a manager runs the shop, an owner also decides who is staff.
 */
export const staffRoles = ['SUPPORT', 'MANAGER', 'OWNER'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Whether someone of `role` may do what asks for `least`; nobody who is not staff may. */
export function actsAs(role: StaffRole | null, least: StaffRole): boolean {
  return role !== null && staffRoles.indexOf(role) >= staffRoles.indexOf(least)
}

/**
 * The roles of staff, each with the permissions of those before it: support answers shoppers, managers
 * run the shop, owners also manage staff.
 */
export const staffRoles = ['SUPPORT', 'MANAGER', 'OWNER'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Whether `role` includes the permissions of `least`; null never does. */
export function actsAs(role: StaffRole | null, least: StaffRole): boolean {
  return role !== null && staffRoles.indexOf(role) >= staffRoles.indexOf(least)
}

import type { StaffRole } from '@solvane/contract/staff-role'

/** The names of the roles, and what each may do. */
export const roleWords: Readonly<Record<StaffRole, { name: string; may: string }>> = {
  SUPPORT: { name: 'Support', may: 'answers customers and sees their orders' },
  MANAGER: { name: 'Manager', may: 'runs the shop: products, orders, content' },
  OWNER: { name: 'Owner', may: 'does everything and manages staff' },
}

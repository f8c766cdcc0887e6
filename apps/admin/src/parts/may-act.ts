import { actsAs, type StaffRole } from '@solvane/contract/staff-role'
import { usePermissions } from 'react-admin'

/** Whether who works here may do what asks for `least`; false while that is not known. */
export function useMayAct(least: StaffRole = 'MANAGER'): boolean {
  const { permissions } = usePermissions<StaffRole>()
  return permissions !== undefined && actsAs(permissions, least)
}

import { type BackOfficeResource, listOf, page } from '../../data/resource.ts'

/** The people of the house. */
export const staffResource: BackOfficeResource = {
  name: 'staff',
  label: 'Staff',
  group: 'House',
  least: 'OWNER',
  leastToChange: 'OWNER',
  calls: { list: listOf('listStaff') },
  list: page(() => import('./staff-list.tsx'), 'StaffList'),
}

/** What they did. */
export const auditResource: BackOfficeResource = {
  name: 'audit',
  label: 'Audit log',
  group: 'House',
  least: 'OWNER',
  calls: { list: listOf('listAuditEntries') },
  list: page(() => import('./audit-list.tsx'), 'AuditList'),
}

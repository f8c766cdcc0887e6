import type { StaffProductRow } from '@solvane/contract/products.admin'
import type { MarkTone } from '../../parts/mark.tsx'

type Status = StaffProductRow['status']

/** Where a piece stands, as staff say it. */
export const statusNames: Readonly<Record<Status, string>> = {
  PUBLISHED: 'In the shop',
  WITHDRAWN: 'Withdrawn',
  DELETED: 'Deleted',
}

export const statusTones: Readonly<Record<Status, MarkTone>> = {
  PUBLISHED: 'good',
  WITHDRAWN: 'open',
  DELETED: 'quiet',
}

import type { StaffProductRow } from '@solvane/contract/products.admin'
import type { MarkTone } from '../../parts/mark.tsx'

type Status = StaffProductRow['status']

/** The names of product states. */
export const statusNames: Readonly<Record<Status, string>> = {
  PUBLISHED: 'Published',
  WITHDRAWN: 'Not published',
  DELETED: 'Deleted',
}

export const statusTones: Readonly<Record<Status, MarkTone>> = {
  PUBLISHED: 'good',
  WITHDRAWN: 'open',
  DELETED: 'quiet',
}

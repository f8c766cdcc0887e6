import type { StaffReturnRow } from '@solvane/contract/returns.admin'
import { Mark, type MarkTone } from './mark.tsx'

export type ReturnStatus = StaffReturnRow['status']

/** The names of the states of a return, in the order of the work. */
export const returnStatusNames: Readonly<Record<ReturnStatus, string>> = {
  REQUESTED: 'Requested',
  APPROVED: 'Approved',
  IN_TRANSIT: 'In transit',
  RECEIVED: 'Received',
  INSPECTED: 'Inspected',
  REFUNDED: 'Refunded',
  EXCHANGED: 'Exchanged',
  SENT_BACK: 'Sent back',
  DECLINED: 'Declined',
  CANCELLED: 'Cancelled',
}

const tones: Record<ReturnStatus, MarkTone> = {
  REQUESTED: 'urgent',
  APPROVED: 'open',
  IN_TRANSIT: 'open',
  RECEIVED: 'urgent',
  INSPECTED: 'urgent',
  REFUNDED: 'good',
  EXCHANGED: 'good',
  SENT_BACK: 'quiet',
  DECLINED: 'quiet',
  CANCELLED: 'quiet',
}

/** The state of a return. */
export function ReturnMark({ status }: { status: ReturnStatus }) {
  return <Mark tone={tones[status]}>{returnStatusNames[status]}</Mark>
}

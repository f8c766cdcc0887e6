import type { EmailRow } from '@solvane/contract/outbox'
import { Mark, type MarkTone } from '../../parts/mark.tsx'

const states: Readonly<Record<EmailRow['state'], { tone: MarkTone; name: string }>> = {
  WAITING: { tone: 'open', name: 'Waiting' },
  FAILED: { tone: 'urgent', name: 'Failed' },
  DROPPED: { tone: 'urgent', name: 'Not sent' },
  SENT: { tone: 'quiet', name: 'Sent' },
}

/** The state of an e-mail. */
export function EmailState({ state }: Pick<EmailRow, 'state'>) {
  return <Mark tone={states[state].tone}>{states[state].name}</Mark>
}

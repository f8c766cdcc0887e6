import { type BackOfficePage, page } from '../../data/resource.ts'
import { WaitingCount } from './waiting-count.tsx'

/** The conversations with shoppers, the answers kept ready, and when the house answers. */
export const chatPages: readonly BackOfficePage[] = [
  {
    path: 'conversations',
    label: 'Inbox',
    group: 'Conversations',
    least: 'SUPPORT',
    page: page(() => import('./inbox.tsx'), 'Inbox'),
    Count: WaitingCount,
  },
  {
    path: 'replies',
    label: 'Replies',
    group: 'Conversations',
    least: 'SUPPORT',
    page: page(() => import('./replies.tsx'), 'Replies'),
  },
  {
    path: 'office-hours',
    label: 'Office hours',
    group: 'Conversations',
    least: 'SUPPORT',
    page: page(() => import('./hours.tsx'), 'Hours'),
  },
]

import type { Limit } from '../../platform/rate-limit/rate-limits.ts'

const minute = 60
const hour = 60 * minute

/** How often is often. */
export const chatLimits = {
  /** Messages of one account, or in one guest's room. */
  sendOfAuthor: { name: 'chat-author', times: 30, seconds: minute },
  /** Messages of shoppers from one network: an office's worth of people. */
  sendOfNetwork: { name: 'chat-network', times: 300, seconds: minute },
  /** Conversations that guests of one network begin. */
  newRoom: { name: 'chat-new-room', times: 20, seconds: hour },
  /** Addresses that are left, in one room: each may be a stranger's. */
  leaveEmail: { name: 'chat-email', times: 5, seconds: hour },
} as const satisfies Record<string, Limit>

/** Events of one socket, whichever they are, counted in memory: so many in so many seconds. */
export const eventsOfSocket = { times: 100, seconds: 10 }

import type { FastifyBaseLogger } from 'fastify'
import type { Payments } from './features/payments/provider.ts'
import type { Config } from './platform/config/config.ts'
import type { Changes } from './platform/database/changes.ts'
import type { Database } from './platform/database/database.ts'
import type { Replica } from './platform/database/replica.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { RateLimits } from './platform/rate-limit/rate-limits.ts'
import type { Realtime } from './platform/realtime/realtime.ts'
import type { Services } from './platform/services/services.ts'
import type { Storage } from './platform/storage/storage.ts'

/**
 * The parts of the process that features use. Plain functions take this, or only the part they
 * need.
 */
export interface AppContext {
  config: Config
  db: Database
  replica: Replica
  changes: Changes
  jobs: Jobs
  limits: RateLimits
  realtime: Realtime
  payments: Payments
  storage: Storage
  /** The time now; tests set it. */
  clock: { now(): Date }
  log: FastifyBaseLogger
  /** Sends requests to other services, and watches for outages. */
  services: Services
}

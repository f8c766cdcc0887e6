import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isDiskFull } from '../database/database-errors.ts'
import { isServiceUnavailable, rootCauseOf } from '../errors/shop-error.ts'
import { serviceRequests } from '../metrics/metrics.ts'
import { traced } from '../tracing/tracing.ts'

/** The services that a process sends requests to; none of them is needed to serve the catalogue. */
export type RemoteService = Exclude<OutageKind, 'database' | 'disk'>

/** The services that can fail as a whole. */
type OutageKind = keyof typeof subjects

const subjects = {
  database: 'database',
  disk: "database's disk",
  storage: 'file storage',
  mail: 'mail server',
  stripe: 'payment provider Stripe',
  paypal: 'payment provider PayPal',
  chain: 'node of the USDT chain',
  cdn: 'CDN',
}

/** The services of the metric `outage`. */
export const outageKinds = Object.keys(subjects) as OutageKind[]

/**
 * The services that the shop depends on, and their outages: each is logged once as an error when it
 * begins and once when it ends. Requests that fail meanwhile are logged as warnings (`openLog`).
 */
export interface Services {
  /** Sends a request to a service by `work`, whose result and errors are passed on. */
  request<Result>(
    service: RemoteService,
    operation: string,
    work: () => Promise<Result>,
  ): Promise<Result>
  /** An error of the database, which may be a single one or the beginning of an outage. */
  databaseFailed(error: unknown): void
  /** `check` finds the reason for a failure of the database; null if it works. */
  checkDatabaseBy(check: () => Promise<string | null>): void
  /** The outages that have begun and not ended. */
  outages(): OutageKind[]
  close(): void
}

interface Outage {
  since: number
  lastFailure: number
}

/** The pause between two checks of a database that is unavailable, in milliseconds. */
const defaultPause = 5_000

/** A full disk is noticed by writes only: its outage is over after so many pauses without failure. */
const quietPauses = 12

/** Watches the services of a process, and logs their outages to `log`. */
export function openServices(log: FastifyBaseLogger, pauseMilliseconds = defaultPause): Services {
  const open = new Map<OutageKind, Outage>()
  let checkDatabase = async (): Promise<string | null> => null
  let isChecking = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  function begin(kind: OutageKind, reason: string): void {
    const now = performance.now()
    const outage = open.get(kind)
    if (outage) {
      outage.lastFailure = now
      return
    }
    open.set(kind, { since: now, lastFailure: now })
    const problem = kind === 'disk' ? 'full' : 'unavailable'
    log.error({ outage: kind, reason }, `the ${subjects[kind]} is ${problem}`)
  }

  function end(kind: OutageKind): void {
    const outage = open.get(kind)
    if (!outage) return
    open.delete(kind)
    const seconds = Math.round((performance.now() - outage.since) / 1000)
    log.info({ outage: kind, seconds }, `the ${subjects[kind]} is available again`)
  }

  const problemOfDatabase = () => checkDatabase().catch(rootCauseOf)

  /** Checks the database until nothing is wrong with it. */
  async function check(): Promise<void> {
    isChecking = true
    let problem = await problemOfDatabase()
    // A single connection may have broken, or all of them a moment ago.
    if (problem !== null && !open.has('database')) {
      await delay(pauseMilliseconds / 5, undefined, { ref: false })
      problem = await problemOfDatabase()
    }
    isChecking = false
    if (isClosed) return
    if (problem !== null) begin('database', problem)
    else end('database')
    const disk = open.get('disk')
    const quiet = pauseMilliseconds * quietPauses
    if (disk && !problem && performance.now() - disk.lastFailure >= quiet) end('disk')
    clearTimeout(timer)
    timer = undefined
    if (open.has('database') || open.has('disk'))
      timer = setTimeout(() => check(), pauseMilliseconds).unref()
  }

  return {
    async request(service, operation, work) {
      const took = serviceRequests.startTimer({ service, operation })
      try {
        const result = await traced(`${service} ${operation}`, { kind: 'client' }, work)
        took({ outcome: 'ok' })
        end(service)
        return result
      } catch (error) {
        const isUnavailable = isServiceUnavailable(error)
        took({ outcome: isUnavailable ? 'unavailable' : 'rejected' })
        if (isUnavailable) begin(service, rootCauseOf(error))
        throw error
      }
    },
    databaseFailed(error) {
      if (isDiskFull(error)) begin('disk', rootCauseOf(error))
      if (!isChecking && !timer) void check()
    },
    checkDatabaseBy(newCheck) {
      checkDatabase = newCheck
    },
    outages: () => [...open.keys()],
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

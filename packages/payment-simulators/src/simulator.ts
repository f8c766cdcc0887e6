import type { FastifyInstance } from 'fastify'

/**
 * A fault of a request: the server fails before it does anything; does it but loses the response;
 * never responds; rejects the access token; gives another response; or something else happens
 * first.
 */
export type Fault =
  | 'fails'
  | 'loses the response'
  | 'never answers'
  | 'rejects the token'
  | { status: number; body: object }
  | (() => Promise<unknown>)

/** Fault injection for an API, in tests. */
export interface Faults {
  /** Injects a fault into the next request whose `POST /path` matches, or into the next `times`. */
  inject(request: RegExp, fault: Fault, times?: number): void
  /** Removes all faults that have not occurred yet. */
  clear(): void
  /** Applies the faults to the requests of a scope. */
  watch(scope: FastifyInstance): void
}

export function openFaults(): Faults {
  const planned: { request: RegExp; fault: Fault; times: number }[] = []

  function take(name: string, isWanted: (fault: Fault) => boolean): Fault | undefined {
    const found = planned.find(
      ({ request, fault, times }) => times > 0 && request.test(name) && isWanted(fault),
    )
    if (found) found.times -= 1
    return found?.fault
  }

  return {
    inject: (request, fault, times = 1) => void planned.push({ request, fault, times }),
    clear: () => void planned.splice(0),
    watch(scope) {
      scope.addHook('preHandler', async ({ method, url }, reply) => {
        const fault = take(`${method} ${url}`, (what) => what !== 'loses the response')
        if (fault === 'fails') return reply.code(503).send({ error: { message: 'Unavailable' } })
        // Waits until the client gives up.
        if (fault === 'never answers') await new Promise(() => {})
        if (fault === 'rejects the token') return reply.code(401).send({ name: 'invalid_token' })
        if (typeof fault === 'object') return reply.code(fault.status).send(fault.body)
        if (typeof fault === 'function') await fault()
      })
      scope.addHook('onSend', async ({ method, url }, reply) => {
        if (take(`${method} ${url}`, (what) => what === 'loses the response')) reply.raw.destroy()
      })
    },
  }
}

/** What every simulator needs to know of the shop. */
export interface SimulatorOptions {
  /** The shop's mode; `production` is rejected. */
  mode: string
  /** The file of its records. */
  file: string
  /** The URL of the shop's webhook; null while it accepts none. */
  webhookTarget: () => string | null
  /** The public URL of the simulator, without a trailing slash. */
  publicAddress: string
  now: () => Date
}

/** Throws in production, where payments must be real. */
export function rejectProduction(mode: string): void {
  if (mode === 'production' || process.env.NODE_ENV === 'production')
    throw new Error('Payments are never simulated in production.')
}

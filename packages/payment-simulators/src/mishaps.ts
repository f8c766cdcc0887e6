import type { FastifyInstance } from 'fastify'

/**
 * What befalls a request: the server fails before it does anything, the server does it but the answer
 * is lost, the server never answers and does nothing, it takes the credentials no more, it gives another
 * answer and does nothing, or something else happens first.
 */
export type Mishap =
  | 'fails'
  | 'answer is lost'
  | 'never answers'
  | 'forgets who asks'
  | { status: number; body: object }
  | (() => Promise<unknown>)

/** What is to befall the requests of an API, for tests. */
export interface Mishaps {
  /** Befalls the next request whose `POST /path` matches; with `times`, so many of them. */
  plan(request: RegExp, mishap: Mishap, times?: number): void
  /** Nothing planned befalls anyone any more. */
  clear(): void
  /** Watches over the requests of a scope. */
  watch(scope: FastifyInstance): void
}

export function openMishaps(): Mishaps {
  const planned: { request: RegExp; mishap: Mishap; times: number }[] = []

  function take(name: string, isWanted: (mishap: Mishap) => boolean): Mishap | undefined {
    const found = planned.find(
      ({ request, mishap, times }) => times > 0 && request.test(name) && isWanted(mishap),
    )
    if (found) found.times -= 1
    return found?.mishap
  }

  return {
    plan: (request, mishap, times = 1) => void planned.push({ request, mishap, times }),
    clear: () => void planned.splice(0),
    watch(scope) {
      scope.addHook('preHandler', async ({ method, url }, reply) => {
        const mishap = take(`${method} ${url}`, (what) => what !== 'answer is lost')
        if (mishap === 'fails') return reply.code(503).send({ error: { message: 'Unavailable' } })
        // Until whoever asks has had enough.
        if (mishap === 'never answers') await new Promise(() => {})
        if (mishap === 'forgets who asks') return reply.code(401).send({ name: 'invalid_token' })
        if (typeof mishap === 'object') return reply.code(mishap.status).send(mishap.body)
        if (typeof mishap === 'function') await mishap()
      })
      scope.addHook('onSend', async ({ method, url }, reply) => {
        if (take(`${method} ${url}`, (what) => what === 'answer is lost')) reply.raw.destroy()
      })
    },
  }
}

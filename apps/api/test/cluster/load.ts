import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** The requests of a load, by outcome. */
export interface LoadCounts {
  requests: number
  /** By status, or `lost` for no answer. */
  failed: Record<string, number>
  /** Milliseconds from the first failure to the last. */
  failedFor: number
  /** Milliseconds that the slowest took. */
  slowest: number
}

export interface Load {
  counts(): LoadCounts
  /** Resolves with the counts once everything under way has ended. */
  stop(): Promise<LoadCounts>
}

/**
 * Calls `send` so many times a second until it is stopped, whether or not earlier calls have ended.
 * `send` resolves with the status of its answer.
 */
export function startLoad(perSecond: number, send: (index: number) => Promise<number>): Load {
  const counts = { requests: 0, failed: {} as Record<string, number> }
  let [first, last, slowest] = [0, 0, 0]
  let isOver = false
  const underWay = new Set<Promise<void>>()

  async function sendOne(index: number): Promise<void> {
    const sentAt = performance.now()
    const status = await send(index).catch(() => 'lost' as const)
    slowest = Math.max(slowest, performance.now() - sentAt)
    if (typeof status === 'number' && status < 400) return
    counts.failed[status] = (counts.failed[status] ?? 0) + 1
    last = performance.now()
    first ||= last
  }

  const running = (async () => {
    const startedAt = performance.now()
    for (; !isOver; counts.requests += 1) {
      const one = sendOne(counts.requests).finally(() => underWay.delete(one))
      underWay.add(one)
      const next = startedAt + (counts.requests + 1) * (1000 / perSecond)
      await delay(Math.max(0, next - performance.now()))
    }
  })()

  const result = () => ({
    ...counts,
    failedFor: Math.round(last - first),
    slowest: Math.round(slowest),
  })
  return {
    counts: result,
    async stop() {
      isOver = true
      await running
      await Promise.all(underWay)
      return result()
    },
  }
}

interface LoadRequest {
  path: string
  body?: object
  headers?: Record<string, string>
}

/** Sends requests to a port over kept-alive connections, as a proxy or an app does. */
export function openCaller(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })

  /** Resolves with the status of the answer once it has been read; a request with a body is a POST. */
  function send({ path, body, headers = {} }: LoadRequest): Promise<number> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          agent,
          host: '127.0.0.1',
          port,
          path,
          method: body ? 'POST' : 'GET',
          headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        },
        (answer) => {
          answer.on('error', reject)
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
        },
      )
      sent.on('error', reject)
      sent.end(body && JSON.stringify(body))
    })
  }

  return {
    /** Sends one of the requests in turn. */
    async sendOne(requests: LoadRequest[], index: number): Promise<number> {
      const chosen = requests[index % requests.length] ?? { path: '/' }
      // A cart of its own for each: one would soon hold all that there is.
      const headers = chosen.body && { 'x-guest-cart-id': crypto.randomUUID() }
      return send({ ...chosen, headers: { ...chosen.headers, ...headers } })
    },
    close: () => agent.destroy(),
  }
}

/** The requests of shoppers: pages, lists, searches, and carts that they fill. */
export async function shopperRequests(origin: string): Promise<LoadRequest[]> {
  const read = async (path: string) => (await fetch(`${origin}/api${path}`)).json()
  const { data: list } = (await read('/products?inStock=true')) as {
    data: { identifier: string }[]
  }
  const { data: product } = (await read(`/products/${list[0]?.identifier}`)) as {
    data: { variants: { id: string }[] }
  }
  const guest = { 'x-guest-cart-id': crypto.randomUUID() }
  const item = { variantId: product.variants[0]?.id, quantity: 1 }
  return [
    { path: '/' },
    { path: '/api/products?cIdentifiers=women-bags' },
    { path: `/api/products?search=tote&page=1&size=${list.length}` },
    { path: '/api/cart', headers: guest },
    { path: '/api/cart/items', body: item },
  ]
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Stored {
  body: string
  tags: string[]
  /** The request headers that its `Vary` names, with their values. */
  varied: Record<string, string | null>
}

export interface SimulatedCdn {
  /** Gets a URL through the CDN. */
  get(path: string, headers?: Record<string, string>): Promise<{ body: string; fromCdn: boolean }>
  /** Every answer that it has ever stored, with its URL. */
  kept: { path: string; body: string; headers: Record<string, string> }[]
  /** The batches of tags that it received to purge. */
  purges: string[][]
  /** The requests to its API, in order. */
  calls: { path: string; headers: Record<string, string | string[] | undefined> }[]
  /** Answers so many purges with this status, and takes no tags then. */
  reject(times: number, status: number): void
  /** Resolves when so many purges have been taken. */
  purged(count: number): Promise<void>
  apiUrl: string
  close(): Promise<void>
}

/**
 * Simulates a shared cache as RFC 9111 allows it, with tags and an API to purge them, before the shop at
 * the URL that `origin` returns.
 */
export async function simulateCdn(origin: () => string): Promise<SimulatedCdn> {
  const store = new Map<string, Stored[]>()
  const kept: SimulatedCdn['kept'] = []
  const purges: string[][] = []
  const calls: SimulatedCdn['calls'] = []
  let waiting: { count: number; resolve: () => void }[] = []
  let rejections = { times: 0, status: 500 }
  const api = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    calls.push({ path: request.url ?? '', headers: request.headers })
    if (rejections.times-- > 0) return void response.writeHead(rejections.status).end('{}')
    const { tags, surrogate_keys } = JSON.parse(text)
    const batch: string[] = tags ?? surrogate_keys
    for (const [path, variants] of store)
      store.set(
        path,
        variants.filter((one) => !one.tags.some((tag) => batch.includes(tag))),
      )
    purges.push(batch)
    response.end('{}')
    for (const { count, resolve } of waiting) if (purges.length >= count) resolve()
    waiting = waiting.filter(({ count }) => purges.length < count)
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))

  function mayKeep(status: number, given: Headers, sent: Record<string, string>): boolean {
    const control = given.get('cache-control') ?? ''
    if (status !== 200 || /\b(private|no-store)\b/.test(control)) return false
    // RFC 9111, section 3.5.
    if ('authorization' in sent && !/\b(public|s-maxage|must-revalidate)\b/.test(control))
      return false
    return /\bs-maxage=[1-9]|\bmax-age=[1-9]/.test(control) && !given.has('set-cookie')
  }

  return {
    kept,
    purges,
    calls,
    apiUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    async get(path, headers = {}) {
      const isFor = ({ varied }: Stored) =>
        Object.entries(varied).every(([name, value]) => (headers[name] ?? null) === value)
      const hit = store.get(path)?.find(isFor)
      if (hit) return { body: hit.body, fromCdn: true }
      const answer = await fetch(origin() + path, { headers, redirect: 'manual' })
      const body = await answer.text()
      if (mayKeep(answer.status, answer.headers, headers)) {
        const names = (answer.headers.get('vary') ?? '').split(/, */).filter(Boolean)
        const {
          'surrogate-key': keys,
          'cache-tag': tags,
          ...rest
        } = Object.fromEntries(answer.headers)
        kept.push({ path, body, headers: { ...rest } })
        store.set(path, [
          ...(store.get(path) ?? []),
          {
            body,
            tags: (keys ?? tags ?? '').split(/[ ,]/),
            varied: Object.fromEntries(names.map((name) => [name, headers[name] ?? null])),
          },
        ])
      }
      return { body, fromCdn: false }
    },
    reject(times, status) {
      rejections = { times, status }
    },
    purged: (count) =>
      purges.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ count, resolve })),
    close: () => new Promise((resolve) => api.close(() => resolve())),
  }
}

import { setTimeout as delay } from 'node:timers/promises'

/** The requests of a load, by what became of them. */
export interface LoadCounts {
  requests: number
  /** By status, or `lost` for no answer. */
  failed: Record<string, number>
  /** Milliseconds from the first failure to the last. */
  failedFor: number
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
  let [first, last] = [0, 0]
  let isOver = false
  const underWay = new Set<Promise<void>>()

  async function sendOne(index: number): Promise<void> {
    const status = await send(index).catch(() => 'lost' as const)
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

  const result = () => ({ ...counts, failedFor: Math.round(last - first) })
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

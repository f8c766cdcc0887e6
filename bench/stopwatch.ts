import { createHistogram, performance } from 'node:perf_hooks'
import type { LoadResult } from './load.ts'

const NANOSECONDS = 1_000_000

/** Counts responses and their duration, from now until `result`. */
export function startStopwatch() {
  const latencies = createHistogram()
  const cpu = process.cpuUsage()
  const begin = performance.now()
  let answers = 0
  let errors = 0
  let bytes = 0
  return {
    /**
     * Records a response of `size` bytes to a request sent at `since` (`performance.now()`);
     * returns the current time.
     */
    answered(since: number, size: number, isError = false): number {
      const now = performance.now()
      latencies.record(Math.max(1, Math.round((now - since) * NANOSECONDS)))
      answers += 1
      bytes += size
      if (isError) errors += 1
      return now
    },
    result(): LoadResult {
      const seconds = (performance.now() - begin) / 1_000
      const { user, system } = process.cpuUsage(cpu)
      const milliseconds = (percent: number) => latencies.percentile(percent) / NANOSECONDS
      return {
        answers,
        errors,
        perSecond: answers / seconds,
        bytesPerAnswer: bytes / answers,
        p50: milliseconds(50),
        p95: milliseconds(95),
        p99: milliseconds(99),
        cpu: (user + system) / 1e6 / seconds,
      }
    },
  }
}
